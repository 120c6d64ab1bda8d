import { type RawBuilder, sql } from 'kysely'
import type { CaseSummary } from '#contract/moderation/moderation-cases.ts'
import { strikeExpiryDays } from '#contract/moderation/moderation-policy.ts'
import { db } from '#server/platform/db/db.ts'
import { hasOpenAppeal } from '#server/access-policy/moderation-case-conditions.ts'
import { selectOwnProfile } from '#server/access-policy/profile-queries.ts'
import { isCaseAccessible, isCaseUnclaimed, isCaseOverdue } from './case-access.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'

/** Matches cases about a broadcast that is on air. */
export const isCaseOnAir = sql<boolean>`exists (select from broadcasts
  where broadcasts.content_id = cases.content_id and broadcasts.state = 'on_air')`

/**
 * Matches profile cases about people with at least eight active strikes, for whom the queue proposes a ban.
 */
const proposesBan = sql<boolean>`(cases.subject = 'profile' and 8 <= (select coalesce(sum(decisions.strikes), 0) from decisions
  where decisions.user_id = cases.user_id and decisions.reversed_at is null
  and decisions.made_at > now() - make_interval(days => ${sql.lit(strikeExpiryDays)})))`

/**
 * Selects the columns that the queue shows for each case that the viewer can see. The subjects of the cases
 * are loaded separately.
 */
export function selectCaseRows(viewer: StaffViewer) {
  return db
    .selectFrom('cases')
    .select(['cases.id', 'cases.subject', 'cases.priority', 'cases.opened_at', 'cases.closed_at'])
    .select([
      'cases.due_at',
      'cases.claimed_at',
      'cases.claimed_by',
      isCaseOverdue.as('overdue'),
      isCaseOnAir.as('on_air'),
    ])
    .select([hasOpenAppeal.as('appeal'), proposesBan.as('proposes_ban'), isCaseUnclaimed.as('is_free')])
    .select(fromCaseReports<number>(sql`count(*)::int`).as('reports_count'))
    .select(
      fromCaseReports<string[] | null>(sql`array_agg(distinct reports.priority || reports.reason)`).as(
        'reasons',
      ),
    )
    .select((eb) =>
      selectOwnProfile(eb.ref('cases.claimed_by') as never)
        .select('username')
        .as('claimer'),
    )
    .where(isCaseAccessible(viewer))
}

function fromCaseReports<T>(what: RawBuilder<unknown>): RawBuilder<T> {
  return sql<T>`(select ${what} from reports where reports.case_id = cases.id)`
}

type CaseRow = Awaited<ReturnType<ReturnType<typeof selectCaseRows>['executeTakeFirstOrThrow']>>

export function presentCaseRow(viewer: StaffViewer, row: CaseRow): CaseSummary {
  const isClaimed = row.claimed_by !== null && (!row.is_free || row.claimed_by === viewer.id)
  return {
    id: row.id,
    subject: row.subject,
    priority: row.priority,
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    due_at: row.due_at?.toISOString() ?? null,
    overdue: row.overdue,
    on_air: row.on_air,
    // For sorting, the query puts a priority digit before each reason. This code removes the digit.
    reasons: (row.reasons ?? []).map((reason) => reason.slice(1)),
    reports_count: row.reports_count,
    appeal: row.appeal,
    proposes_ban: row.proposes_ban,
    claimed_by: isClaimed ? { username: row.claimer ?? '', me: row.claimed_by === viewer.id } : null,
    claimed_at: isClaimed ? (row.claimed_at?.toISOString() ?? null) : null,
  }
}
