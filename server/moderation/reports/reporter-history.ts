import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { getReportWeight } from './report-weight.ts'

/** Returns the current weight of this viewer's reports. */
export async function loadReportWeightOfViewer(tx: Tx, viewer: Viewer): Promise<number> {
  if (viewer.kind === 'anonymous') return getReportWeight(null)
  const facts = await tx
    .selectFrom('users')
    .select(sql<number>`extract(epoch from now() - users.created_at)::float8 / 3600`.as('accountHours'))
    .select([
      decidedReportsCount.as('decided'),
      dismissedReportsCount.as('dismissed'),
      recentUrgentReportsCount.as('recentUrgentReports'),
    ])
    .where('users.id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  const isActive = !viewer.isSuspended && !viewer.hasAgedOut && !viewer.deletionScheduledAt
  return getReportWeight({ ...facts, isActive })
}

/**
 * A report counts neither for nor against the reporter if the subject was deleted before a review or if the
 * case was dismissed as part of a flood.
 */
const isSeen = sql`not exists (select from cases where cases.id = reports.case_id and cases.dismissed_unseen)`
const decidedReportsCount = sql<number>`(select count(*)::int from reports
  where reporter_id = users.id and outcome is not null and outcome <> 'gone' and ${isSeen})`
const recentUrgentReportsCount = sql<number>`(select count(*)::int from reports
  where reporter_id = users.id and priority <= 1 and reason_at > now() - interval '24 hours')`
const dismissedReportsCount = sql<number>`(select count(*)::int from reports
  where reporter_id = users.id and outcome = 'nothing' and ${isSeen})`
