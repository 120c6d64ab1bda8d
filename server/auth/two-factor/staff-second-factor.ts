import { sql } from 'kysely'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'

/*
 * A staff role has no effect until the account has a second factor, and the session was started with it
 * (decisions/102). An authenticator app asks for its code at every sign-in. A passkey proves both factors itself.
 */

/** Whether the account has a confirmed authenticator app. The query must include the `users` table. */
export const hasAuthenticatorApp = sql<boolean>`exists (select from second_factors
  where second_factors.user_id = users.id and second_factors.confirmed_at is not null)`

/** Whether the account has a passkey. The query must include the `users` table. */
export const hasPasskey = sql<boolean>`exists (select from passkeys where passkeys.user_id = users.id)`

/**
 * Allows or refuses a sign-in with one factor to an account without an authenticator app. Staff who have a passkey must
 * sign in with it. Staff who have no second factor may sign in once to set it up. Of two concurrent sign-ins, one is
 * refused.
 */
export async function authorizeSingleFactorSignIn(tx: Tx, userId: string): Promise<void> {
  const account = await loadStaffFactors(tx, userId)
  if (!account) return
  if (account.has_passkey) throw new ApiError('staff_passkey_required')
  const grace = await tx
    .insertInto('staff_grace_sign_ins')
    .values({ user_id: userId })
    .onConflict((row) => row.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!grace) throw new ApiError('staff_sign_in_refused')
}

/**
 * Refuses to add a second factor in a session that a member of staff started without the passkey that they have.
 * Otherwise, a stolen password would be enough to add another second factor.
 */
export async function assertCanAddSecondFactor(viewer: Member): Promise<void> {
  if (!viewer.pendingRole) return
  const account = await loadStaffFactors(db, viewer.id)
  if (account?.has_passkey) throw new ApiError('staff_passkey_required')
}

/** Refuses to remove the last second factor of a staff account. Call it after the removal, in the same transaction. */
export async function assertStaffKeepSecondFactor(tx: Tx, userId: string): Promise<void> {
  const account = await loadStaffFactors(tx, userId)
  if (account && !account.has_app && !account.has_passkey) throw new ApiError('staff_second_factor_kept')
}

/** Returns the second factors of a staff account, or undefined if the account has no staff role. */
export function loadStaffFactors(on: Db | Tx, userId: string) {
  return on
    .selectFrom('users')
    .select([hasAuthenticatorApp.as('has_app'), hasPasskey.as('has_passkey')])
    .where('users.id', '=', userId)
    .where('users.role', '<>', 'user')
    .where('users.email_verified', '=', true)
    .executeTakeFirst()
}

/** Lets a staff account without a second factor sign in once more. */
export async function renewStaffGrace(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('staff_grace_sign_ins').where('user_id', '=', userId).execute()
}
