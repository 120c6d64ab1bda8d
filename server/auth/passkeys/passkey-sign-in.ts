import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { passkeyLimits } from '#contract/limits.ts'
import type { beginPasskeySignIn, signInWithPasskey } from '#contract/auth/passkeys.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '#server/platform/config.ts'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'
import { log } from '#server/platform/log.ts'
import type { ClientInfo } from '../client-info.ts'
import {
  consumeAttempts,
  getIpAttemptCounter,
  withLoginThrottle,
} from '#server/rate-limits/login-throttle.ts'
import { createSession } from '../sessions.ts'
import { lockAccountRowForSignIn } from '../account-row-locks.ts'
import { createPasskeyChallenge, consumePasskeyChallenge } from './passkey-challenge.ts'
import {
  passkeyUserHandle,
  getRelyingPartyOrigin,
  getRelyingPartyId,
  importWebAuthnLibrary,
} from './relying-party.ts'

/**
 * Returns the options for signing in with a passkey. The options do not identify an account. The device knows
 * its own passkeys, so the server does not have to reveal which passkeys an account has.
 */
export async function startPasskeyAuthentication(
  address: string,
  responseHeaders: Headers,
): Promise<ResponseOf<typeof beginPasskeySignIn>> {
  await consumeAttempts(['passkeys', getClientNetworkAddress(address)])
  const challenge = await createPasskeyChallenge(null, responseHeaders)
  return {
    challenge,
    rpId: getRelyingPartyId(),
    timeout: passkeyLimits.lifetimeMs,
    userVerification: 'required',
  }
}

type PasskeySignInInput = ParsedInputOf<typeof signInWithPasskey>['body']

/**
 * Signs in with a passkey. Possession of the passkey and user verification on the device count as two
 * factors, so no two-factor code is required.
 */
export function authenticateWithPasskey(
  wanted: PasskeySignInInput,
  { address, headers }: ClientInfo,
  responseHeaders: Headers,
): Promise<void> {
  return withLoginThrottle(
    [getIpAttemptCounter(address)],
    ['passkey_failed', 'passkey_expired'],
    async () => {
      const challenge = await consumePasskeyChallenge(null, headers, responseHeaders)
      const known = await verifyPasskeyAssertion(wanted.credential, challenge)
      if (
        !(await transaction((tx) =>
          createPasskeySession(tx, known, wanted.remember, headers, responseHeaders),
        ))
      )
        throw new ApiError('passkey_failed')
    },
  )
}

/**
 * Verifies a signed passkey response. An unknown passkey, a removed passkey, a passkey of an erased account
 * and a passkey from another site all cause the same error as an invalid signature.
 */
async function verifyPasskeyAssertion(credential: PasskeySignInInput['credential'], challenge: string) {
  const row = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'user_id', 'public_key', 'users.email', 'users.email_verified'])
    .where('credential_id', '=', credential.id)
    .executeTakeFirst()
  if (!row || credential.response.userHandle !== passkeyUserHandle(row.user_id))
    throw new ApiError('passkey_failed')
  const { verifyAuthenticationResponse } = await importWebAuthnLibrary()
  const { verified: isRight, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: getRelyingPartyOrigin(),
    expectedRPID: getRelyingPartyId(),
    requireUserVerification: true,
    // With a stored counter of 0, the library accepts any counter. `createPasskeySession` compares the
    // counters in its UPDATE, after the signature has been verified.
    credential: { id: credential.id, publicKey: new Uint8Array(row.public_key), counter: 0 },
  }).catch((error: Error) => {
    log.info('passkey rejected', { userId: row.user_id, problem: error.message })
    throw new ApiError('passkey_failed')
  })
  if (!isRight) throw new ApiError('passkey_failed')
  if (config.smtpUrl && !row.email_verified) throw new ApiError('email_not_confirmed')
  return { ...row, counter: authenticationInfo.newCounter }
}

type VerifiedPasskey = Awaited<ReturnType<typeof verifyPasskeyAssertion>>

/**
 * Creates a session if the passkey's counter has increased, or if it is still 0 because the authenticator has
 * no counter. If the counter has not increased, the passkey could be a copy (WebAuthn 6.1.1), and the sign-in
 * is rejected and logged. Of two concurrent responses with the same counter, only the first is accepted.
 */
async function createPasskeySession(
  tx: Tx,
  known: VerifiedPasskey,
  remember: boolean,
  headers: Headers,
  responseHeaders: Headers,
) {
  const { id, user_id: userId, email, counter } = known
  await lockAccountRowForSignIn(tx, userId)
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, used_at: new Date() })
    .where('id', '=', id)
    .where((row) =>
      row.or([row('counter', '<', counter), row.and([row('counter', '=', 0), row.lit(counter === 0)])]),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    log.warn('passkey counter did not increase; the passkey may be a copy', { userId, passkey: id })
    return false
  }
  await createSession(tx, { userId, email, remember, withPasskey: true }, headers, responseHeaders)
  return true
}
