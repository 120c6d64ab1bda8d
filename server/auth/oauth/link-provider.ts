import { transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { lockOwnAccountRow } from '../account-row-locks.ts'
import { loadViewerFromHeaders } from '../load-viewer.ts'
import { findLinkedAccount, insertLink } from './linked-accounts.ts'
import type { PendingOAuthSignIn } from './oauth-state.ts'
import { providerConnectedEmail } from './provider-emails.ts'
import type { ProviderIdentity } from './provider-identity.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'

/**
 * Connects a provider identity to the account of the person who has started this from their sign-in settings. The same
 * session must still be signed in in this browser, which proves possession of the account. The provider must have
 * verified the person's email address, which may differ from the address of the account. Returns the path to open next.
 */
export async function completeProviderLink(
  started: NonNullable<PendingOAuthSignIn['link']>,
  identity: ProviderIdentity,
  headers: Headers,
): Promise<string> {
  const viewer = await loadViewerFromHeaders(headers)
  const isSameSession = viewer.kind === 'member' && viewer.session.id === started.sessionId
  if (!isSameSession || viewer.id !== started.userId) throw new ProviderSignInError('session_changed')
  if (identity.email === null) throw new ProviderSignInError('email_not_found')
  if (!identity.isEmailVerified) throw new ProviderSignInError('email_not_verified')
  const { provider } = identity
  await transaction(async (tx) => {
    await lockOwnAccountRow(tx, viewer)
    const known = await findLinkedAccount(tx, identity)
    if (known)
      throw new ProviderSignInError(known.userId === viewer.id ? 'already_connected' : 'identity_in_use')
    const other = await tx
      .selectFrom('sign_in_methods')
      .select('id')
      .where('user_id', '=', viewer.id)
      .where('provider_id', '=', provider.id)
      .executeTakeFirst()
    if (other) throw new ProviderSignInError('already_connected')
    await insertLink(tx, viewer.id, identity)
    await enqueueAccountEmail(tx, viewer.email, (to) => providerConnectedEmail(to, provider.name))
  })
  log.info('sign-in provider connected', { userId: viewer.id })
  return `/dashboard/sign-in?${new URLSearchParams({ connected: provider.id })}`
}
