import { ApiError } from '#contract/errors/api-error.ts'
import { getNewAccountLanguage } from '#server/accounts/account-emails.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockAccountRowForSignIn } from '../account-row-locks.ts'
import { savePendingInvitation } from '../invitations/pending-invitations.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'
import type { ProviderIdentity } from './provider-identity.ts'

export interface LinkedAccount {
  userId: string
  email: string
}

/**
 * Returns the account that belongs to a provider identity, and locks the account's row for the sign-in. An
 * identity that is already linked is found by the provider's user id. A new identity is matched by its email
 * address and linked only if both the provider and this site have verified the address. Unless both have
 * verified the address, the account and the mailbox could belong to different people.
 */
export async function findOrCreateLinkedAccount(
  tx: Tx,
  identity: ProviderIdentity,
  invitationId?: string,
): Promise<LinkedAccount> {
  const known = await findLinkedAccount(tx, identity)
  if (known) {
    await lockAccountRowForSignIn(tx, known.userId)
    // The identity was unlinked while this sign-in waited for the lock.
    if (!(await findLinkedAccount(tx, identity))) throw new ProviderSignInError('account_not_linked')
    return known
  }
  return (await linkAccountWithAddress(tx, identity)) ?? createAccount(tx, identity, invitationId)
}

async function findLinkedAccount(
  tx: Tx,
  { provider, subject }: ProviderIdentity,
): Promise<LinkedAccount | undefined> {
  return tx
    .selectFrom('sign_in_methods')
    .innerJoin('users', 'users.id', 'sign_in_methods.user_id')
    .select(['users.id as userId', 'users.email'])
    .where('provider_id', '=', provider)
    .where('account_id', '=', subject)
    .executeTakeFirst()
}

async function linkAccountWithAddress(tx: Tx, identity: ProviderIdentity): Promise<LinkedAccount | null> {
  const owner = await tx
    .selectFrom('users')
    .select(['id', 'email_verified'])
    .where('email', '=', identity.email)
    // This statement takes the same row lock as `lockAccountRowForCredentialChange` (account-row-locks.ts).
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!owner) return null
  if (!owner.email_verified || !identity.isEmailVerified) throw new ProviderSignInError('account_not_linked')
  await insertLink(tx, owner.id, identity)
  return { userId: owner.id, email: identity.email }
}

/**
 * Creates an account that is incomplete until its owner has entered an age
 * (sign-up/complete-social-sign-up.ts). The provider must have verified the email address, because
 * otherwise a stranger could create the account in advance and keep access to it after the owner of the
 * address has joined.
 */
async function createAccount(
  tx: Tx,
  identity: ProviderIdentity,
  invitationId: string | undefined,
): Promise<LinkedAccount> {
  const { email, name, isEmailVerified } = identity
  if (!isEmailVerified) throw new ProviderSignInError('unable_to_create_user')
  const user = await tx
    .insertInto('users')
    .values({ email, name, email_verified: true, language: getNewAccountLanguage() })
    .onConflict((row) => row.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  // A concurrent request has created an account with the same email address.
  if (!user) throw new ProviderSignInError('unable_to_create_user')
  await savePendingInvitation(tx, user.id, invitationId).catch(toSignInError)
  await insertLink(tx, user.id, identity)
  return { userId: user.id, email }
}

/** The sign-in page explains why a new account could not be created. */
function toSignInError(error: unknown): never {
  throw error instanceof ApiError ? new ProviderSignInError(error.code) : error
}

async function insertLink(tx: Tx, userId: string, { provider, subject }: ProviderIdentity): Promise<void> {
  const made = await tx
    .insertInto('sign_in_methods')
    .values({ user_id: userId, provider_id: provider, account_id: subject })
    .onConflict((row) => row.columns(['provider_id', 'account_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // A concurrent request has already linked this identity, so this exception rolls back the account that this
  // request created.
  if (!made) throw new ProviderSignInError('unable_to_link_account')
}
