import { sql } from 'kysely'
import type { CaseDetail } from '#contract/moderation/moderation-cases.ts'
import { db } from '#server/platform/db/db.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { canSeeReporters, type StaffViewer } from '../staff/staff-viewer.ts'

/**
 * Returns the reports of a case with each reporter's accuracy. Only safety leads and admins see the
 * reporters' names.
 */
export async function listCaseReports(viewer: StaffViewer, caseId: string): Promise<CaseDetail['reports']> {
  const rows = await db
    .selectFrom('reports')
    .leftJoin(
      selectPeopleWithoutAccessCheck().select(['profiles.user_id', 'profiles.username']).as('reporter'),
      'reporter.user_id',
      'reports.reporter_id',
    )
    .select(['reason', 'words', 'signed_out', 'reports.created_at', 'reporter.user_id', 'reporter.username'])
    .select(countEarlierReports(sql`old.outcome is not null and old.outcome <> 'gone'`).as('reports_decided'))
    .select(countEarlierReports(sql`old.outcome = 'nothing'`).as('reports_dismissed'))
    .where('case_id', 'in', relatedCaseIds(caseId))
    .orderBy('reports.priority')
    .orderBy('reports.created_at')
    .limit(200)
    .execute()
  return rows.map(({ user_id, username, created_at, ...row }) => ({
    ...row,
    made_at: created_at.toISOString(),
    reporter: canSeeReporters(viewer) && user_id && username ? { user_id, username } : null,
  }))
}

/**
 * Selects the id of the case and, if the case has an open appeal, the id of the case in which the appealed
 * decision was made.
 */
function relatedCaseIds(caseId: string) {
  return sql<string>`(select ${caseId}::uuid union select decisions.case_id from appeals
    join decisions on decisions.id = appeals.decision_id
    where appeals.case_id = ${caseId} and appeals.outcome is null and decisions.case_id is not null)`
}

function countEarlierReports(which: ReturnType<typeof sql>) {
  return sql<number>`(select count(*)::int from reports as old
    where old.reporter_id = reports.reporter_id and ${which})`
}

/**
 * Returns the notices of a case, each with its deadline. The senders of notices are notified by email and are
 * never shown here.
 */
export async function listCaseNotices(caseId: string): Promise<CaseDetail['notices']> {
  const rows = await db
    .selectFrom('notices')
    .innerJoin('notice_cases', 'notice_cases.notice_id', 'notices.id')
    .select(['notices.words', 'notices.created_at', 'notices.due_at'])
    .where('notice_cases.case_id', 'in', relatedCaseIds(caseId))
    .orderBy('notices.created_at')
    .execute()
  return rows.map(({ words, created_at, due_at }) => ({
    words,
    made_at: created_at.toISOString(),
    due_at: due_at.toISOString(),
  }))
}
