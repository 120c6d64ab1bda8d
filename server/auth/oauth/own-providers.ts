import type { ResponseOf } from '#contract/endpoint.ts'
import type { listOwnSignInProviders } from '#contract/auth/sign-in-providers.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { log } from '#server/platform/log.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { emitEvent } from '#server/domain-events.ts'
import { lockOwnAccountRow } from '../account-row-locks.ts'
import { type ReauthenticationProof, requireReauthentication } from '../reauthentication.ts'
import { hasOtherSignInMethod, loadSignInMethods } from './sign-in-methods.ts'
import { createProviderSignInUrl } from './oauth-sign-in.ts'
import { providerDisconnectedEmail } from './provider-emails.ts'
import { findSignInProvider, listSignInProviders } from './providers.ts'

/** Lists the providers that the viewer has connected or can connect. */
export async function listConnectedProviders(
  viewer: Member,
): Promise<ResponseOf<typeof listOwnSignInProviders>> {
  const methods = await loadSignInMethods(db, viewer.id)
  const configured = listSignInProviders()
  // A provider that the operator has removed can still be disconnected, but no longer connected.
  const removed = methods.providers.filter(({ id }) => !configured.some((provider) => provider.id === id))
  const items = [...configured, ...removed.map(({ id }) => ({ id, name: id }))].map(({ id, name }) => {
    const connected_at = methods.providers.find((one) => one.id === id)?.connected_at.toISOString() ?? null
    const can_disconnect = connected_at !== null && hasOtherSignInMethod(methods, { provider: id })
    return { id, name, connected_at, can_disconnect }
  })
  return { items }
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
    const methods = await loadSignInMethods(tx, viewer.id)
    if (!methods.providers.some((one) => one.id === id)) return
    if (!hasOtherSignInMethod(methods, { provider: id })) throw new ApiError('last_sign_in_method')
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
