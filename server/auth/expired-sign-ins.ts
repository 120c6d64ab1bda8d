import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { sweepLegacySessionTokens } from './legacy-session-tokens.ts'

/** The tables of what opens an account, or is on its way to: each row ends by itself. */
export const signInTables = [
  'sessions',
  'verifications',
  'sign_in_links',
  'bearer_tokens',
  'halfway',
  'passkey_challenges',
] as const

/** What has expired opens nothing any more; this only keeps the tables small, and the past of people no longer than needed. */
export async function sweepExpiredSignIns(): Promise<void> {
  const now = new Date()
  await sweepLegacySessionTokens()
  await sweepIncompleteAccounts()
  for (const table of signInTables) await db.deleteFrom(table).where('expires_at', '<=', now).execute()
}

/** Accounts that began with Google or Apple and have not said their age within a day. */
async function sweepIncompleteAccounts(): Promise<void> {
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
