import { type RawBuilder, sql } from 'kysely'
import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import type { listCases } from '#contract/moderation/moderation-cases.ts'
import { reportFloodsPerPage } from '#contract/moderation/report-floods.ts'
import { db } from '#server/platform/db/db.ts'
import { hasOpenAppeal } from '#server/access-policy/moderation-case-conditions.ts'
import { isPartOfReportFlood } from '../report-floods/report-floods.ts'
import { listReportFloods } from '../report-floods/list-report-floods.ts'
import { isCaseAccessible, isCaseUnclaimed, isCaseOverdue } from './case-access.ts'
import { isCaseOnAir, presentCaseRow, selectCaseRows } from './case-rows.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'

type CaseQueueQuery = ParsedInputOf<typeof listCases>['query']

/**
 * Lists the open cases: cases about broadcasts on air first, then overdue cases, then by priority, then oldest
 * first. Cases that belong to a flood of reports are listed only if the query asks for that flood.
 */
export async function listCaseQueue(
  viewer: StaffViewer,
  wanted: CaseQueueQuery,
): Promise<ResponseOf<typeof listCases>> {
  const [rows, floods, counts] = await Promise.all([
    selectQueuePage(viewer, wanted),
    listReportFloods(viewer, { limit: reportFloodsPerPage }),
    countOpenCases(viewer),
  ])
  const items = rows.slice(0, wanted.limit)
  const next_cursor = rows.length > wanted.limit ? items.at(-1)!.place : null
  return {
    items: items.map((row) => presentCaseRow(viewer, row)),
    next_cursor,
    floods: floods.items,
    floods_cursor: floods.next_cursor,
    counts,
  }
}

function selectQueuePage(
  viewer: StaffViewer,
  { only, priority, subject, flood, cursor, limit }: CaseQueueQuery,
) {
  return (
    selectCaseRows(viewer)
      .select(queueCursor.as('place'))
      .where('cases.closed_at', 'is', null)
      .$if(flood !== undefined, (q) => q.where('cases.flood_key', '=', flood!).where(isPartOfReportFlood))
      // If the viewer filters the queue by their own cases or by appeals, the list includes cases that belong
      // to a flood of reports.
      .$if(flood === undefined && (!only || only === 'free'), (q) =>
        q.where(({ not }) => not(isPartOfReportFlood)),
      )
      .$if(only === 'free', (q) => q.where(isCaseUnclaimed))
      .$if(only === 'mine', (q) => q.where('cases.claimed_by', '=', viewer.id))
      .$if(only === 'appeals', (q) => q.where(hasOpenAppeal))
      .$if(priority !== undefined, (q) => q.where('cases.priority', '=', priority!))
      .$if(subject !== undefined, (q) => q.where('cases.subject', '=', subject!))
      .$if(cursor !== undefined, (q) => q.where(isAfterCursor(cursor!)))
      .orderBy(urgency, 'desc')
      .orderBy('cases.priority')
      .orderBy('cases.opened_at')
      .orderBy('cases.id')
      .limit(limit + 1)
      .execute()
  )
}

/** 3 is the most urgent and 0 the least. Cases about broadcasts on air are more urgent than overdue cases. */
const urgency = sql<number>`(2 * ${isCaseOnAir}::int + ${isCaseOverdue}::int)`

const queueCursor = sql<string>`${urgency} || '_' || cases.priority || '_' ||
  (extract(epoch from cases.opened_at) * 1000000)::bigint || '_' || cases.id`

/** Matches the cases that come after the cursor in the order of the queue. */
function isAfterCursor(cursor: string): RawBuilder<boolean> {
  const [cursorUrgency, priority, micros, id] = cursor.split('_')
  return sql<boolean>`(3 - ${urgency}, cases.priority, cases.opened_at, cases.id) >
    (3 - ${Number(cursorUrgency)}::int, ${Number(priority)}::smallint,
      timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`
}

const countCasesWhere = (which: RawBuilder<boolean>) => sql<number>`(count(*) filter (where ${which}))::int`

export async function countOpenCases(viewer: StaffViewer): Promise<ResponseOf<typeof listCases>['counts']> {
  return db
    .selectFrom('cases')
    .select(countCasesWhere(sql<boolean>`not ${isPartOfReportFlood}`).as('open'))
    .select(countCasesWhere(isPartOfReportFlood).as('grouped'))
    .select(countCasesWhere(sql<boolean>`${isCaseOverdue} and not ${isPartOfReportFlood}`).as('overdue'))
    .select(countCasesWhere(sql<boolean>`cases.claimed_by = ${viewer.id}`).as('mine'))
    .select(countCasesWhere(hasOpenAppeal).as('appeals'))
    .where('cases.closed_at', 'is', null)
    .where(isCaseAccessible(viewer))
    .executeTakeFirstOrThrow()
}
