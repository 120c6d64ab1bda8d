import type { completeSocialSignUp } from '#contract/accounts/accounts.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { ageBandOf } from '#contract/safety/safety-defaults.ts'
import { db, type Db, transaction, type Tx } from '#server/platform/db/db.ts'
import { clearBrowserSession, readSessionToken } from '../cookies.ts'
import { assertAgeAllowed } from './age-gate.ts'
import { hashToken } from '../random-token.ts'
import { createSession } from '../sessions.ts'
import { insertProfileAndDetails, assertPublicNameAllowed } from './sign-up.ts'
import { throwIfUsernameTaken, assertUsernameAllowed } from '#server/accounts/usernames.ts'
import { lockForSignIn } from '../sign-in-locks.ts'

/**
 * The user of a session that has no details yet: somebody who came with Google or Apple. For everything else they are
 * nobody, because the viewer needs both halves of a person.
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
 * Refuses an age as `assertAgeAllowed` does. Somebody who came by a provider has an account already, without an age: it is erased at once, for
 * a child's name and address are not ours to keep.
 */
export async function assertAgeAllowedOrErase(
  age: number | null,
  headers: Headers,
  answer: Headers,
): Promise<void> {
  try {
    assertAgeAllowed(age, headers, answer)
  } catch (refusal) {
    const userId = await findIncompleteAccount(headers)
    // Not for a field that was left empty.
    if (userId && age !== null) {
      await db.deleteFrom('users').where('id', '=', userId).execute()
      clearBrowserSession(answer)
    }
    throw refusal
  }
}

/** Adds age, username and terms: they are a member now, by a session made for it. */
export async function completeProviderSignUp(
  wanted: ParsedInputOf<typeof completeSocialSignUp>['body'],
  headers: Headers,
  answer: Headers,
): Promise<undefined> {
  const userId = await findIncompleteAccount(headers)
  if (!userId) throw new ApiError('not_signed_in')
  await assertAgeAllowedOrErase(wanted.age, headers, answer)
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  assertUsernameAllowed({ ...wanted, email, band: ageBandOf(wanted.age) })
  assertPublicNameAllowed(wanted)
  await transaction(async (tx) => {
    await lockForSignIn(tx, userId)
    // Nor if the session has ended meanwhile.
    if ((await findIncompleteAccount(headers, tx)) !== userId) throw new ApiError('not_signed_in')
    await insertProfileAndDetails(tx, userId, wanted)
    await createSession(tx, { userId, email, remember: true }, headers, answer)
  }).catch(throwIfUsernameTaken)
}
