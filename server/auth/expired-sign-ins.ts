import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { clearLegacySessionTokens } from './legacy-session-tokens.ts'

/** The tables of sessions, tokens and pending sign-ins, whose rows all expire. */
export const signInTablesWithExpiringRows = [
  'sessions',
  'verifications',
  'sign_in_links',
  'bearer_tokens',
  'pending_sign_ins',
  'passkey_challenges',
] as const

/**
 * Deletes expired sessions, tokens and pending sign-ins. Expired rows no longer grant access. Deleting
 * expired rows keeps the tables small and avoids storing personal data longer than needed.
 */
export async function deleteExpiredSignIns(): Promise<void> {
  const now = new Date()
  await clearLegacySessionTokens()
  await deleteIncompleteAccounts()
  await deleteOldInvitations()
  for (const table of signInTablesWithExpiringRows)
    await db.deleteFrom(table).where('expires_at', '<=', now).execute()
}

/**
 * Deletes accounts of people who started to sign up with a provider and did not complete the sign-up
 * within a day.
 */
async function deleteIncompleteAccounts(): Promise<void> {
  await db
    .deleteFrom('users')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .where('email_verified', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('private_details')
            .select('private_details.user_id')
            .whereRef('private_details.user_id', '=', 'users.id'),
        ),
      ),
    )
    .execute()
}

/** Staff can see who was invited for 90 days after the invitation has expired. */
async function deleteOldInvitations(): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('expires_at', '<', sql<Date>`now() - interval '90 days'`)
    .execute()
}
