import type { completeSocialSignUp } from '#contract/accounts/accounts.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { getAgeBand } from '#contract/safety/safety-defaults.ts'
import { db, type Db, transaction, type Tx } from '#server/platform/db/db.ts'
import { clearBrowserSession, readSessionToken } from '../cookies.ts'
import { redeemPendingInvitation } from '../invitations/pending-invitations.ts'
import { assertAgeAllowed } from './age-gate.ts'
import { hashToken } from '../random-token.ts'
import { createSession, type SignInProviderSession } from '../sessions.ts'
import { insertProfileAndPrivateDetails, assertDisplayNameAllowed } from './sign-up.ts'
import { throwIfUsernameTaken, assertUsernameAllowed } from '#server/accounts/usernames.ts'
import { lockAccountRowForSignIn } from '../account-row-locks.ts'

/**
 * Returns the user of a session whose account has no age or username yet, because the person has not
 * completed a sign-up with a provider. All other code treats this user as anonymous, because only a user
 * with private details and a profile is a member.
 */
export async function findIncompleteAccount(headers: Headers, on: Db | Tx = db): Promise<string | null> {
  const token = readSessionToken(headers)
  if (!token) return null
  const row = await on
    .selectFrom('sessions')
    .leftJoin('private_details', 'private_details.user_id', 'sessions.user_id')
    .select('sessions.user_id')
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', new Date())
    .where('private_details.user_id', 'is', null)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/**
 * Rejects the same ages as `assertAgeAllowed`. The provider sign-in has already created the account, but
 * without an age. If the age is rejected, the account is erased immediately, because a child's name and
 * address must not be kept.
 */
export async function assertAgeAllowedOrEraseAccount(
  age: number | null,
  headers: Headers,
  responseHeaders: Headers,
): Promise<void> {
  try {
    assertAgeAllowed(age, headers, responseHeaders)
  } catch (refusal) {
    const userId = await findIncompleteAccount(headers)
    // An empty age field does not cause the account to be erased.
    if (userId && age !== null) {
      await db.deleteFrom('users').where('id', '=', userId).execute()
      clearBrowserSession(responseHeaders)
    }
    throw refusal
  }
}

/**
 * Stores the person's age, username and acceptance of the terms, and makes the person a member with a new
 * session.
 */
export async function completeProviderSignUp(
  entered: ParsedInputOf<typeof completeSocialSignUp>['body'],
  headers: Headers,
  responseHeaders: Headers,
): Promise<undefined> {
  const userId = await findIncompleteAccount(headers)
  if (!userId) throw new ApiError('not_signed_in')
  // The provider's statement about the age takes precedence over the form.
  const age = (await loadAssertedAge(userId)) ?? entered.age
  const wanted = { ...entered, age }
  await assertAgeAllowedOrEraseAccount(age, headers, responseHeaders)
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  assertUsernameAllowed({ ...wanted, email, band: getAgeBand(wanted.age) })
  assertDisplayNameAllowed(wanted)
  await transaction(async (tx) => {
    await lockAccountRowForSignIn(tx, userId)
    // The request is also rejected if the session has ended since the page was opened.
    if ((await findIncompleteAccount(headers, tx)) !== userId) throw new ApiError('not_signed_in')
    await insertProfileAndPrivateDetails(tx, userId, wanted)
    await redeemPendingInvitation(tx, userId)
    await tx
      .updateTable('sign_in_methods')
      .set({ asserted_age: null })
      .where('user_id', '=', userId)
      .where('asserted_age', 'is not', null)
      .execute()
    const provider = await loadSessionProvider(tx, headers)
    await createSession(tx, { userId, email, remember: true, provider }, headers, responseHeaders)
  }).catch(throwIfUsernameTaken)
}

/** Returns the age that the provider asserted for an incomplete account, or null if the person has to enter it. */
export async function loadAssertedAge(userId: string): Promise<number | null> {
  const row = await db
    .selectFrom('sign_in_methods')
    .select('asserted_age')
    .where('user_id', '=', userId)
    .where('asserted_age', 'is not', null)
    .executeTakeFirst()
  return row?.asserted_age ?? null
}

/** The new session replaces the session of the provider sign-in, and still ends when the provider says so. */
async function loadSessionProvider(tx: Tx, headers: Headers): Promise<SignInProviderSession | undefined> {
  const row = await tx
    .selectFrom('sessions')
    .select(['provider_id', 'provider_session'])
    .where('token_hash', '=', hashToken(readSessionToken(headers) ?? ''))
    .executeTakeFirst()
  return row?.provider_id ? { id: row.provider_id, session: row.provider_session } : undefined
}
