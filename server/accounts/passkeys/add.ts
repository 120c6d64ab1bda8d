import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { passkeys } from '#contract/limits.ts'
import type { addPasskey, beginPasskey, Passkey } from '#contract/passkeys.ts'
import { Refusal } from '#contract/refusals.ts'
import { config } from '../../platform/config.ts'
import { db, type Db, transaction, type Tx } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/viewer.ts'
import { log } from '../../platform/log.ts'
import { post } from '../../platform/mail.ts'
import { type Proof, proveOneself } from '../proof.ts'
import { lockToChangeOwn } from '../ways-in.ts'
import { makeChallenge, takeChallenge } from './challenge.ts'
import { addedLetter } from './letters.ts'
import { shown } from './own.ts'
import { algorithms, handleOf, origin, rpId, webauthn } from './site.ts'

/** What the browser makes one with: it shall be found without a name, and only who unlocks the device may use it. */
export async function begin(
  viewer: Member,
  proof: Proof,
  answer: Headers,
): Promise<AnswerOf<typeof beginPasskey>> {
  await proveOneself(viewer, proof)
  const known = await theirs(db, viewer.id)
  return {
    challenge: await makeChallenge(viewer.id, answer),
    rp: { id: rpId(), name: config.siteName },
    user: { id: handleOf(viewer.id), name: viewer.username, displayName: viewer.username },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: passkeys.lasts,
    // Nobody is asked whose make their device is.
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: 'public-key' as const,
      transports,
    })),
  }
}

async function theirs(on: Db | Tx, userId: string) {
  const rows = await on
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .execute()
  if (rows.length >= passkeys.most) throw new Refusal('passkeys_full')
  return rows
}

type Wanted = ParsedOf<typeof addPasskey>['body']

/** Whoever began has proved who they are, and nobody else has the challenge. */
export async function add(
  viewer: Member,
  { name, credential }: Wanted,
  headers: Headers,
  answer: Headers,
): Promise<Passkey> {
  const challenge = await takeChallenge(viewer.id, headers, answer)
  const made = await checked(credential, challenge)
  const added = await transaction(async (tx) => {
    // One after another, or ten at once would be eleven.
    await lockToChangeOwn(tx, viewer)
    await theirs(tx, viewer.id)
    const row = await tx
      .insertInto('passkeys')
      .values({ user_id: viewer.id, name, ...made, used_at: null })

      .onConflict((known) => known.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new Refusal('passkey_known')
    await post(tx, addedLetter(viewer.email, name))
    return row
  })
  log.info('passkey added', { userId: viewer.id })
  return shown(added)
}

async function checked(credential: Wanted['credential'], challenge: string) {
  const { verifyRegistrationResponse } = await webauthn()
  const { transports = [], ...response } = credential.response
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin(),
    expectedRPID: rpId(),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: Error) => {
    log.info('passkey not added', { problem: error.message })
    throw new Refusal('passkey_not_added')
  })
  if (!registrationInfo) throw new Refusal('passkey_not_added')
  const { id, publicKey, counter } = registrationInfo.credential
  return { credential_id: id, public_key: Buffer.from(publicKey), counter, transports }
}
