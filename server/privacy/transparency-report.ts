import { sql } from 'kysely'
import {
  minTransparencyReportCount,
  type TransparencyReportQuarter,
} from '#contract/privacy/transparency-report.ts'
import { db } from '#server/platform/db/db.ts'
import { getPreviousQuarter, getQuarterRange } from './calendar-quarters.ts'

/** The exact counts of a quarter, before small counts are hidden. */
interface QuarterCounts {
  reports: Record<string, number>
  actions: Record<string, number>
  appeals: Record<string, number>
  decided: number
  median_hours: number | null
  accounts_suspended: number
}

/**
 * Stores the counts of the previous quarter, if they are not stored yet. Later deletions of reports or
 * decisions do not change the stored counts.
 */
export async function storePreviousQuarterReport(now: Date = new Date()): Promise<void> {
  const quarter = getPreviousQuarter(now)
  const known = await db
    .selectFrom('transparency_reports')
    .select('quarter')
    .where('quarter', '=', quarter)
    .executeTakeFirst()
  if (known) return
  const counts = JSON.stringify(await countQuarterEvents(getQuarterRange(quarter)))
  await db
    .insertInto('transparency_reports')
    .values({ quarter, counts })
    .onConflict((row) => row.doNothing())
    .execute()
}

async function countQuarterEvents({ from, to }: { from: Date; to: Date }): Promise<QuarterCounts> {
  const within = (column: string) =>
    sql<boolean>`(${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to})`
  // Hours from the opening of each case to the first decision by a moderator.
  const waits = sql`(select extract(epoch from min(decisions.made_at) - cases.opened_at) / 3600 as hours
    from cases join decisions on decisions.case_id = cases.id and not decisions.automatic
    group by cases.id having min(decisions.made_at) >= ${from} and min(decisions.made_at) < ${to}) as waits`
  const { rows } = await sql<QuarterCounts>`select
    (select coalesce(jsonb_object_agg(reason, n), '{}') from (select reason, count(*) as n from reports
      where ${within('created_at')} group by reason) as counted) as reports,
    (select coalesce(jsonb_object_agg(action, n), '{}') from (select action, count(*) as n from decisions
      where ${within('made_at')} group by action) as counted) as actions,
    (select coalesce(jsonb_object_agg(outcome, n), '{}') from (select coalesce(outcome, 'open') as outcome,
      count(*) as n from appeals where ${within('made_at')} group by 1) as counted) as appeals,
    (select count(*)::int from ${waits}) as decided,
    (select percentile_cont(0.5) within group (order by hours) from ${waits}) as median_hours,
    (select count(distinct user_id)::int from decisions
      where action in ('suspend', 'ban') and ${within('made_at')}) as accounts_suspended`.execute(db)
  return rows[0]!
}

/** Returns the counts of past quarters, newest first, with small counts hidden. */
export async function loadTransparencyReport(): Promise<{ quarters: TransparencyReportQuarter[] }> {
  const rows = await db.selectFrom('transparency_reports').selectAll().orderBy('quarter', 'desc').execute()
  return {
    quarters: rows.map(({ quarter, counts }) =>
      toTransparencyReportQuarter(quarter, counts as QuarterCounts),
    ),
  }
}

export function toTransparencyReportQuarter(
  quarter: string,
  counts: QuarterCounts,
): TransparencyReportQuarter {
  return {
    quarter,
    reports: { total: presentTotal(counts.reports), by_reason: presentCounts(counts.reports) },
    actions: { total: presentTotal(counts.actions), by_kind: presentCounts(counts.actions) },
    appeals: { total: presentTotal(counts.appeals), by_outcome: presentCounts(counts.appeals) },
    median_hours:
      counts.decided < minTransparencyReportCount ? null : Math.round(counts.median_hours! * 10) / 10,
    accounts_suspended: suppressSmallCount(counts.accounts_suspended),
  }
}

function presentCounts(counted: Record<string, number>) {
  return (
    Object.entries(counted)
      .map(([name, count]) => ({ name, count: suppressSmallCount(count) }))
      // The rows are sorted by the visible count, so that their order does not reveal which of two hidden
      // counts is larger.
      .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0) || (a.name < b.name ? -1 : 1))
  )
}

/**
 * Replaces a small count with null to hide it. Zero is not hidden, because it reveals nothing about any
 * person.
 */
function suppressSmallCount(count: number): number | null {
  return count > 0 && count < minTransparencyReportCount ? null : count
}

/**
 * Returns a total that includes only the visible counts. If only one count were hidden and the true total
 * were shown, the hidden count could be derived from the total.
 */
function presentTotal(counted: Record<string, number>) {
  const counts = Object.values(counted).map(suppressSmallCount)
  return {
    at_least: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    exact: !counts.includes(null),
  }
}
