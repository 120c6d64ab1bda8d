import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { passkeys } from '#contract/limits.ts'
import type { beginPasskeySignIn, signInByPasskey } from '#contract/passkeys.ts'
import { Refusal } from '#contract/refusals.ts'
import { config } from '../../platform/config.ts'
import { db, transaction, type Tx } from '../../platform/db/db.ts'
import { placeOf } from '../../platform/http/address.ts'
import { log } from '../../platform/log.ts'
import type { Asking } from '../credentials.ts'
import { count, from, guarded } from '../guesses.ts'
import { openSession } from '../sessions.ts'
import { lockToEnter } from '../ways-in.ts'
import { makeChallenge, takeChallenge } from './challenge.ts'
import { handleOf, origin, rpId, webauthn } from './site.ts'

/** What the browser signs. It names no account: whose passkeys there are, the device knows, and we say nothing of it. */
export async function beginSignIn(
  address: string,
  answer: Headers,
): Promise<AnswerOf<typeof beginPasskeySignIn>> {
  await count(['passkeys', placeOf(address)])
  const challenge = await makeChallenge(null, answer)
  return { challenge, rpId: rpId(), timeout: passkeys.lasts, userVerification: 'required' }
}

type Wanted = ParsedOf<typeof signInByPasskey>['body']

/** Something one has and, by `userVerification`, something one knows or is: both steps at once, so that no code is asked for. */
export function signIn(wanted: Wanted, { address, headers }: Asking, answer: Headers): Promise<void> {
  return guarded([from(address)], ['passkey_failed', 'passkey_expired'], async () => {
    const challenge = await takeChallenge(null, headers, answer)
    const known = await verified(wanted.credential, challenge)
    if (!(await transaction((tx) => enter(tx, known, wanted.remember, headers, answer))))
      throw new Refusal('passkey_failed')
  })
}

/** Unknown, removed, erased with its account, somebody else's, badly signed: all of them are refused alike. */
async function verified(credential: Wanted['credential'], challenge: string) {
  const row = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'user_id', 'public_key', 'users.email', 'users.email_verified'])
    .where('credential_id', '=', credential.id)
    .executeTakeFirst()
  if (!row || credential.response.userHandle !== handleOf(row.user_id)) throw new Refusal('passkey_failed')
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified: isRight, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin(),
    expectedRPID: rpId(),
    requireUserVerification: true,
    // The counter is held against the table's in one statement (`enter`), after the signature.
    credential: { id: credential.id, publicKey: new Uint8Array(row.public_key), counter: 0 },
  }).catch((error: Error) => {
    log.info('passkey refused', { userId: row.user_id, problem: error.message })
    throw new Refusal('passkey_failed')
  })
  if (!isRight) throw new Refusal('passkey_failed')
  if (config.smtpUrl && !row.email_verified) throw new Refusal('email_not_confirmed')
  return { ...row, counter: authenticationInfo.newCounter }
}

type Known = Awaited<ReturnType<typeof verified>>

/**
 * A counter goes up, or stays at 0 where the authenticator has none. One that does not was copied (WebAuthn 6.1.1): refused, and
 * written down. Of two answers at once one gets in.
 */
async function enter(tx: Tx, known: Known, remember: boolean, headers: Headers, answer: Headers) {
  const { id, user_id: userId, email, counter } = known
  await lockToEnter(tx, userId)
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, used_at: new Date() })
    .where('id', '=', id)
    .where((row) =>
      row.or([row('counter', '<', counter), row.and([row('counter', '=', 0), row.lit(counter === 0)])]),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    log.warn('a passkey’s counter went back: it may be a copy', { userId, passkey: id })
    return false
  }
  await openSession(tx, { userId, email, remember }, headers, answer)
  return true
}
