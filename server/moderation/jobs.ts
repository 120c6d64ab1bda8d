import { sql } from 'kysely'
import { accountVisibilityJob } from '#server/content/account-visibility.ts'
import { transaction } from '../platform/db/db.ts'
import { type CronJob, enqueue } from '#server/platform/queue/queue.ts'
import { releaseStaleClaims } from './cases/claim-case.ts'

/**
 * After a suspension ends, starts a job that recalculates the counters of videos, because the counters
 * exclude the likes and comments of suspended accounts. No code runs at the moment when a suspension ends, so
 * a cron job calls this function.
 */
export async function liftExpiredSuspensions(): Promise<void> {
  await transaction(async (tx) => {
    const back = await tx
      .updateTable('profiles')
      .set({ suspended_until: null })
      .where('suspended_until', '<=', sql<Date>`now()`)
      .returning('user_id')
      .execute()
    for (const { user_id: userId } of back) await enqueue(tx, accountVisibilityJob, { userId })
  })
}

export const moderationCronJobs: CronJob[] = [
  { name: 'end-suspensions', cron: '*/5 * * * *', run: liftExpiredSuspensions },
  { name: 'release-stale-claims', formerName: 'free-claims', cron: '*/5 * * * *', run: releaseStaleClaims },
]
