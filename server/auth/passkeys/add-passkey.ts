import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { passkeyLimits } from '#contract/limits.ts'
import type { addPasskey, beginPasskeyRegistration, Passkey } from '#contract/auth/passkeys.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { db, type Db, transaction, type Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { log } from '#server/platform/log.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { type ReauthenticationProof, requireReauthentication } from '../reauthentication.ts'
import { lockOwnAccountRow } from '../account-row-locks.ts'
import { assertCanAddSecondFactor } from '../two-factor/staff-second-factor.ts'
import { createPasskeyChallenge, consumePasskeyChallenge } from './passkey-challenge.ts'
import { passkeyAddedEmail } from './passkey-emails.ts'
import { toPasskey } from './own-passkeys.ts'
import {
  passkeyAlgorithms,
  passkeyUserHandle,
  getRelyingPartyOrigin,
  getRelyingPartyId,
  importWebAuthnLibrary,
} from './relying-party.ts'

/**
 * Returns the options for creating a passkey. The passkey must be discoverable without a username and must
 * require user verification.
 */
export async function startPasskeyRegistration(
  viewer: Member,
  proof: ReauthenticationProof,
  responseHeaders: Headers,
): Promise<ResponseOf<typeof beginPasskeyRegistration>> {
  await requireReauthentication(viewer, proof)
  await assertCanAddSecondFactor(viewer)
  const known = await listPasskeyCredentials(db, viewer.id)
  return {
    challenge: await createPasskeyChallenge(viewer.id, responseHeaders),
    rp: { id: getRelyingPartyId(), name: getSetting('site_name') },
    user: { id: passkeyUserHandle(viewer.id), name: viewer.username, displayName: viewer.username },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: passkeyLimits.lifetimeMs,
    // No attestation is requested, because the make of the device does not matter.
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

async function listPasskeyCredentials(on: Db | Tx, userId: string) {
  const rows = await on
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .execute()
  if (rows.length >= passkeyLimits.maxPerUser) throw new ApiError('passkeys_full')
  return rows
}

type AddPasskeyInput = ParsedInputOf<typeof addPasskey>['body']

/**
 * Registers a passkey. The person was reauthenticated before the challenge was created, and the challenge is
 * valid for this person only.
 */
export async function registerPasskey(
  viewer: Member,
  { name, credential }: AddPasskeyInput,
  headers: Headers,
  responseHeaders: Headers,
): Promise<Passkey> {
  const challenge = await consumePasskeyChallenge(viewer.id, headers, responseHeaders)
  await assertCanAddSecondFactor(viewer)
  const made = await verifyPasskeyRegistration(credential, challenge)
  const added = await transaction(async (tx) => {
    // Because of the lock, concurrent requests run one after another. Otherwise they could exceed the limit
    // of ten passkeys.
    await lockOwnAccountRow(tx, viewer)
    await listPasskeyCredentials(tx, viewer.id)
    const row = await tx
      .insertInto('passkeys')
      .values({ user_id: viewer.id, name, ...made, used_at: null })

      .onConflict((known) => known.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new ApiError('passkey_known')
    await tx.updateTable('sessions').set({ with_passkey: true }).where('id', '=', viewer.session.id).execute()
    await enqueueAccountEmail(tx, viewer.email, (to) => passkeyAddedEmail(to, name))
    return row
  })
  log.info('passkey added', { userId: viewer.id })
  return toPasskey(added)
}

async function verifyPasskeyRegistration(credential: AddPasskeyInput['credential'], challenge: string) {
  const { verifyRegistrationResponse } = await importWebAuthnLibrary()
  const { transports = [], ...response } = credential.response
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: getRelyingPartyOrigin(),
    expectedRPID: getRelyingPartyId(),
    requireUserVerification: true,
    supportedAlgorithmIDs: passkeyAlgorithms,
  }).catch((error: Error) => {
    log.info('passkey not added', { problem: error.message })
    throw new ApiError('passkey_not_added')
  })
  if (!registrationInfo) throw new ApiError('passkey_not_added')
  const { id, publicKey, counter } = registrationInfo.credential
  return { credential_id: id, public_key: Buffer.from(publicKey), counter, transports }
}
