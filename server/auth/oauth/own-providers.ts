import type { ResponseOf } from '#contract/endpoint.ts'
import type { listOwnSignInProviders } from '#contract/auth/sign-in-providers.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, type Db, transaction, type Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { log } from '#server/platform/log.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { emitEvent } from '../../domain-events.ts'
import { lockOwnAccountRow } from '../account-row-locks.ts'
import { type ReauthenticationProof, requireReauthentication } from '../reauthentication.ts'
import { createProviderSignInUrl } from './oauth-sign-in.ts'
import { providerDisconnectedEmail } from './provider-emails.ts'
import { findSignInProvider, listSignInProviders } from './providers.ts'

/** Lists the providers that the viewer has connected or can connect. */
export async function listConnectedProviders(
  viewer: Member,
): Promise<ResponseOf<typeof listOwnSignInProviders>> {
  const { linked, passwords, passkeys } = await loadSignInMethods(db, viewer.id)
  const configured = listSignInProviders()
  const usable = linked.filter(({ id }) => configured.some((provider) => provider.id === id))
  // A provider that the operator has removed can still be disconnected, but no longer connected.
  const removed = linked.filter(({ id }) => !usable.some((one) => one.id === id))
  const items = [...configured, ...removed.map(({ id }) => ({ id, name: id }))].map(({ id, name }) => {
    const connected_at = linked.find((one) => one.id === id)?.connected_at.toISOString() ?? null
    const others = passwords + passkeys + usable.filter((one) => one.id !== id).length
    return { id, name, connected_at, can_disconnect: connected_at !== null && others > 0 }
  })
  return { items }
}

async function loadSignInMethods(on: Db | Tx, userId: string) {
  const methods = await on
    .selectFrom('sign_in_methods')
    .select(['provider_id as id', 'created_at as connected_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const keys = await on.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute()
  const linked = methods.filter(({ id }) => id !== 'credential')
  return { linked, passwords: methods.length - linked.length, passkeys: keys.length }
}

/** Returns the provider's URL at which the viewer signs in to connect the provider to the account. */
export async function startProviderLink(
  viewer: Member,
  id: string,
  proof: ReauthenticationProof,
  address: string,
  responseHeaders: Headers,
): Promise<{ url: string }> {
  if (!findSignInProvider(id)) throw new ApiError('not_found')
  await requireReauthentication(viewer, proof)
  const link = { userId: viewer.id, sessionId: viewer.session.id }
  return createProviderSignInUrl(id, { next: '/dashboard/sign-in', address, link }, responseHeaders)
}

/**
 * Disconnects a provider. Takes away the staff role that the provider granted, and ends the other sessions that were
 * opened with the provider. Rejects the request if the account would have no other way to sign in.
 */
export async function disconnectProvider(
  viewer: Member,
  id: string,
  proof: ReauthenticationProof,
): Promise<undefined> {
  await requireReauthentication(viewer, proof)
  await transaction(async (tx) => {
    await lockOwnAccountRow(tx, viewer)
    const { linked, passwords, passkeys } = await loadSignInMethods(tx, viewer.id)
    if (!linked.some((one) => one.id === id)) return
    const others = linked.filter((one) => one.id !== id && findSignInProvider(one.id)).length
    if (passwords + passkeys + others === 0) throw new ApiError('last_sign_in_method')
    await tx
      .deleteFrom('sign_in_methods')
      .where('user_id', '=', viewer.id)
      .where('provider_id', '=', id)
      .execute()
    await emitEvent(tx, { type: 'provider_role_asserted', userId: viewer.id, providerId: id, role: null })
    await tx
      .deleteFrom('sessions')
      .where('user_id', '=', viewer.id)
      .where('provider_id', '=', id)
      .where('id', '<>', viewer.session.id)
      .execute()
    const name = findSignInProvider(id)?.name ?? id
    await enqueueAccountEmail(tx, viewer.email, (to) => providerDisconnectedEmail(to, name))
    log.info('sign-in provider disconnected', { userId: viewer.id })
  })
}
