import { type RawBuilder, sql } from 'kysely'
import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import type { ReportFlood, listDistinctReports, listFloods } from '#contract/moderation/report-floods.ts'
import { db } from '#server/platform/db/db.ts'
import { paginateRows } from '#server/platform/db/keyset-pagination.ts'
import { logStaffAccess } from '#server/access-policy/staff-access-log.ts'
import { selectReportsInCases } from './distinct-reports.ts'
import { isPartOfReportFlood } from './report-floods.ts'
import { isCaseAccessible, isCaseOverdue } from '../cases/case-access.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'

const overdue = sql<boolean>`bool_or(${isCaseOverdue})`
// PostgreSQL versions before 18 have no min() for uuids.
const first = sql<string>`min(cases.id::text)`

/** Lists the floods that the viewer can see, in queue order. */
export async function listReportFloods(
  viewer: StaffViewer,
  { cursor, limit }: ParsedInputOf<typeof listFloods>['query'],
): Promise<ResponseOf<typeof listFloods>> {
  const rows = await db
    .selectFrom('cases')
    .select(sql<string>`cases.flood_key`.as('key'))
    .select(sql<number>`count(*)::int`.as('cases'))
    .select(({ fn }) => [
      fn.min<number>('priority').as('priority'),
      fn.min<Date>('opened_at').as('opened_at'),
      fn.min<Date | null>('due_at').as('due_at'),
    ])
    .select([overdue.as('overdue'), place.as('place'), first.as('first')])
    .where('cases.closed_at', 'is', null)
    .where(isPartOfReportFlood)
    .where(isCaseAccessible(viewer))
    .groupBy('cases.flood_key')
    .$if(cursor !== undefined, (q) => q.having(isAfter(cursor!)))
    .orderBy('overdue', 'desc')
    .orderBy('priority')
    .orderBy('opened_at')
    .orderBy('first')
    .limit(limit + 1)
    .execute()
  const { items, next_cursor } = paginateRows(rows, limit)
  return { items: items.map(presentFlood), next_cursor }
}

const place = sql<string>`${overdue}::int || '_' || min(cases.priority) || '_' ||
  (extract(epoch from min(cases.opened_at)) * 1000000)::bigint || '_' || ${first}`

function isAfter(cursor: string): RawBuilder<boolean> {
  const [isLate, priority, micros, id] = cursor.split('_')
  return sql<boolean>`(1 - ${overdue}::int, min(cases.priority), min(cases.opened_at), ${first}) >
    (1 - ${Number(isLate)}::int, ${Number(priority)}::smallint,
      timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::text)`
}

interface Row extends Omit<ReportFlood, 'kind' | 'opened_at' | 'due_at'> {
  opened_at: Date
  due_at: Date | null
}

function presentFlood({ key, cases, priority, opened_at, due_at, overdue: isLate }: Row): ReportFlood {
  return {
    key,
    kind: key.split(':')[0] as ReportFlood['kind'],
    cases,
    priority,
    opened_at: opened_at.toISOString(),
    due_at: due_at?.toISOString() ?? null,
    overdue: isLate,
  }
}

interface DistinctReportRow {
  id: string
  kind: 'notice' | 'report'
  reason: string | null
  words: string
  cases: number
  case_id: string
  sent_at: Date
  place: string
}

/**
 * Lists the distinct reports in a flood's cases. Staff can read the text of each report without claiming its
 * case, so reading the text is logged as a view of the case. Reports whose text appears in few cases come
 * first, so that another person's notice is not hidden below those of the flood.
 */
export async function listDistinctReportsInFlood(
  viewer: StaffViewer,
  key: string,
  { cursor, limit }: ParsedInputOf<typeof listDistinctReports>['query'],
): Promise<ResponseOf<typeof listDistinctReports>> {
  const [after, afterId] = cursor?.split('_') ?? []
  const members = db
    .selectFrom('cases')
    .select('cases.id')
    .where('cases.flood_key', '=', key)
    .where('cases.closed_at', 'is', null)
    .where(isPartOfReportFlood)
    .where(isCaseAccessible(viewer))
  const { rows } = await sql<DistinctReportRow>`
    with members as materialized (${members})
    select min(id::text) as id, min(kind) as kind, min(reason) as reason, (array_agg(words order by id))[1] as words,
      count(distinct case_id)::int as cases, min(case_id::text) as case_id, min(created_at) as sent_at,
      count(distinct case_id) || '_' || min(id::text) as place
    from ${selectReportsInCases(sql`in (select id from members)`)} as said
    group by claim
    having ${cursor === undefined} or (count(distinct case_id), min(id::text)) > (${Number(after ?? 0)}::bigint, ${afterId ?? ''}::text)
    order by count(distinct case_id), min(id::text)
    limit ${limit + 1}`.execute(db)
  const { items, next_cursor } = paginateRows(rows, limit)
  for (const { case_id } of items) await logStaffAccess(viewer.id, case_id, 'case')
  return {
    items: items.map(({ id, kind, reason, words, cases, case_id, sent_at }) => ({
      id,
      kind,
      reason,
      words,
      cases,
      case_id,
      sent_at: sent_at.toISOString(),
    })),
    next_cursor,
  }
}
