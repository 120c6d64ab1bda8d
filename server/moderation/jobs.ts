import { sql } from 'kysely'
import { accountVisibilityJob } from '#server/content/account-visibility.ts'
import { transaction } from '../platform/db/db.ts'
import { type CronJob, type JobWorker, defineWorker, enqueue } from '#server/platform/queue/queue.ts'
import { releaseStaleCaseClaims } from './cases/claim-case.ts'
import { warnAboutOverdueNotices } from './notices/overdue-notices.ts'
import { dismissReportFloodCases, dismissReportFloodJob } from './report-floods/dismiss-report-flood.ts'
import { eraseOldReporterHashes } from './reports/erase-reporter-hashes.ts'

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

export const moderationWorkers: JobWorker[] = [defineWorker(dismissReportFloodJob, dismissReportFloodCases)]

export const moderationCronJobs: CronJob[] = [
  { name: 'end-suspensions', cron: '*/5 * * * *', run: liftExpiredSuspensions },
  {
    name: 'release-stale-claims',
    formerName: 'free-claims',
    cron: '*/5 * * * *',
    run: releaseStaleCaseClaims,
  },
  {
    name: 'sweep-report-sources',
    formerName: 'forget-report-voices',
    cron: '17 3 * * *',
    run: eraseOldReporterHashes,
  },
  {
    name: 'warn-about-overdue-notices',
    formerName: 'notice-clock',
    cron: '7 * * * *',
    run: warnAboutOverdueNotices,
  },
]
