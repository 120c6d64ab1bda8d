import { getNewAccountLanguage } from '#server/accounts/account-emails.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockAccountRowForCredentialChange } from '../account-row-locks.ts'
import { savePendingInvitation } from '../invitations/pending-invitations.ts'
import { assertAgeAllowed } from '../sign-up/age-gate.ts'
import { assertSignUpAllowed } from '../sign-up/assert-sign-up-allowed.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'
import type { ProviderIdentity } from './provider-identity.ts'

/** What a sign-in needs to know to create an account. */
interface SignUpRequest {
  /** The id of the invitation with which the person joins, if any. */
  invitationId: string | undefined
  headers: Headers
  responseHeaders: Headers
}

export interface LinkedAccount {
  userId: string
  email: string
}

/**
 * Returns the account that belongs to a provider identity, and locks the account's row for the sign-in. The account is
 * found only by the provider and the provider's id for the person. A new identity never gets access to an existing
 * account because of its email address: the owner of the account has to sign in and connect the provider
 * (own-providers.ts).
 */
export async function findOrCreateLinkedAccount(
  tx: Tx,
  identity: ProviderIdentity,
  request: SignUpRequest,
): Promise<LinkedAccount> {
  const known = await findLinkedAccount(tx, identity)
  if (!known) return createAccount(tx, identity, request)
  // The sign-in can change the account's role, so sign-ins with a provider also wait for each other.
  await lockAccountRowForCredentialChange(tx, known.userId)
  // The identity was unlinked while this sign-in waited for the lock.
  if (!(await findLinkedAccount(tx, identity))) throw new ProviderSignInError('account_not_linked')
  return known
}

export async function findLinkedAccount(
  tx: Tx,
  { provider, subject }: ProviderIdentity,
): Promise<LinkedAccount | undefined> {
  return tx
    .selectFrom('sign_in_methods')
    .innerJoin('users', 'users.id', 'sign_in_methods.user_id')
    .select(['users.id as userId', 'users.email'])
    .where('provider_id', '=', provider.id)
    .where('account_id', '=', subject)
    .executeTakeFirst()
}

/**
 * Creates an account that is incomplete until its owner has chosen a username and has accepted the terms
 * (sign-up/complete-provider-sign-up.ts). The provider must have verified the email address, because otherwise a
 * stranger could create the account in advance and keep access to it after the owner of the address has joined.
 */
async function createAccount(
  tx: Tx,
  identity: ProviderIdentity,
  { invitationId, headers, responseHeaders }: SignUpRequest,
): Promise<LinkedAccount> {
  const { provider, email, name, isEmailVerified, age } = identity
  assertSignUpAllowed(provider)
  if (email === null) throw new ProviderSignInError('email_not_found')
  // This check comes first, so only the owner of an address can find out that it has an account.
  if (!isEmailVerified) throw new ProviderSignInError('email_not_verified')
  if (await hasAccount(tx, email)) throw new ProviderSignInError('account_exists')
  if (age !== null) assertAssertedAgeAllowed(age, headers, responseHeaders)
  const user = await tx
    .insertInto('users')
    .values({ email, name, email_verified: true, language: getNewAccountLanguage() })
    .onConflict((row) => row.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  // A concurrent request has created an account with the same email address.
  if (!user) throw new ProviderSignInError('account_exists')
  await savePendingInvitation(tx, user.id, invitationId).catch(toSignInError)
  await insertLink(tx, user.id, identity, age)
  return { userId: user.id, email }
}

async function hasAccount(tx: Tx, email: string): Promise<boolean> {
  const row = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
}

/** The sign-in page explains why a new account could not be created. */
function toSignInError(error: unknown): never {
  throw error instanceof ApiError ? new ProviderSignInError(error.code) : error
}

/** Applies the rules of the sign-up form to the age that the provider asserts. Nothing about a child is stored. */
function assertAssertedAgeAllowed(age: number, headers: Headers, responseHeaders: Headers): void {
  try {
    assertAgeAllowed(age, headers, responseHeaders)
  } catch (refusal) {
    if (refusal instanceof ApiError) throw new ProviderSignInError('age_refused')
    throw refusal
  }
}

/** Links an identity to an account. Throws if another account has the identity. */
export async function insertLink(
  tx: Tx,
  userId: string,
  { provider, subject }: ProviderIdentity,
  assertedAge: number | null = null,
): Promise<void> {
  const made = await tx
    .insertInto('sign_in_methods')
    .values({ user_id: userId, provider_id: provider.id, account_id: subject, asserted_age: assertedAge })
    .onConflict((row) => row.columns(['provider_id', 'account_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // A concurrent request has already linked this identity, so this exception rolls back the account that this
  // request created.
  if (!made) throw new ProviderSignInError('unable_to_link_account')
}
