import { sql } from 'kysely'
import { ageLimits } from '#contract/limits.ts'
import { effectiveAgeSql } from '../accounts/age.ts'
import { db } from '../platform/db/db.ts'
import type { CronJob } from '#server/platform/queue/queue.ts'

export const profileCronJobs: CronJob[] = [
  { name: 'mark-new-adults', formerName: 'grow-up', cron: '5 * * * *', run: clearMinorFlagOfNewAdults },
  {
    name: 'sweep-reserved-usernames',
    formerName: 'free-usernames',
    cron: '25 3 * * *',
    run: deleteExpiredUsernameReservations,
  },
]

/**
 * Records that people who have turned 18 are no longer minors. A profile keeps showing the username
 * until the person chooses to be shown by name.
 */
export async function clearMinorFlagOfNewAdults(): Promise<void> {
  await db
    .updateTable('profiles')
    .from('private_details')
    .set({ is_minor: false })
    .whereRef('private_details.user_id', '=', 'profiles.user_id')
    .where('profiles.is_minor', '=', true)
    .where(effectiveAgeSql, '>=', ageLimits.adult)
    .execute()
}

/** Deletes expired username reservations. */
async function deleteExpiredUsernameReservations(): Promise<void> {
  await db
    .deleteFrom('reserved_usernames')
    .where('reserved_until', '<', sql<Date>`now()`)
    .execute()
}
