import { type RawBuilder, sql } from 'kysely'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import type { CaseRow, listCases } from '#contract/mod.ts'
import { floodsShown } from '#contract/mod-floods.ts'
import { strikeDays } from '#contract/moderation.ts'
import { db } from '../platform/db/db.ts'
import { hasAppeal } from '../safety/cases.ts'
import { oneself } from '../safety/people.ts'
import { isGrouped } from './floods.ts'
import { floodsOf } from './flood-list.ts'
import { inReach, isFree, isOverdue } from './reach.ts'
import type { Staff } from './staff.ts'

type Wanted = ParsedOf<typeof listCases>['query']

/** The open cases: overdue ones first, then by priority, then the oldest; those of floods only where one is asked for. */
export async function queue(viewer: Staff, wanted: Wanted): Promise<AnswerOf<typeof listCases>> {
  const [rows, floods, counts] = await Promise.all([
    page(viewer, wanted),
    floodsOf(viewer, { limit: floodsShown }),
    countOpen(viewer),
  ])
  const items = rows.slice(0, wanted.limit)
  const next_cursor = rows.length > wanted.limit ? items.at(-1)!.place : null
  return {
    items: items.map((row) => presentRow(viewer, row)),
    next_cursor,
    floods: floods.items,
    floods_cursor: floods.next_cursor,
    counts,
  }
}

function page(viewer: Staff, { only, priority, subject, flood, cursor, limit }: Wanted) {
  return (
    caseRows(viewer)
      .select(place.as('place'))
      .where('cases.closed_at', 'is', null)
      .$if(flood !== undefined, (q) => q.where('cases.flood_key', '=', flood!).where(isGrouped))
      // What is one's own or waits for an appeal is not hidden in a group.
      .$if(flood === undefined && (!only || only === 'free'), (q) => q.where(({ not }) => not(isGrouped)))
      .$if(only === 'free', (q) => q.where(isFree))
      .$if(only === 'mine', (q) => q.where('cases.claimed_by', '=', viewer.id))
      .$if(only === 'appeals', (q) => q.where(hasAppeal))
      .$if(priority !== undefined, (q) => q.where('cases.priority', '=', priority!))
      .$if(subject !== undefined, (q) => q.where('cases.subject', '=', subject!))
      .$if(cursor !== undefined, (q) => q.where(isAfter(cursor!)))
      .orderBy(isOverdue, 'desc')
      .orderBy('cases.priority')
      .orderBy('cases.opened_at')
      .orderBy('cases.id')
      .limit(limit + 1)
      .execute()
  )
}

const place = sql<string>`${isOverdue}::int || '_' || cases.priority || '_' ||
  (extract(epoch from cases.opened_at) * 1000000)::bigint || '_' || cases.id`

/** The rows after a place, in the order of the queue. */
function isAfter(cursor: string): RawBuilder<boolean> {
  const [overdue, priority, micros, id] = cursor.split('_')
  return sql<boolean>`(1 - ${isOverdue}::int, cases.priority, cases.opened_at, cases.id) >
    (1 - ${Number(overdue)}::int, ${Number(priority)}::smallint,
      timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`
}

/** Strikes have come to eight, and nobody has answered the question yet. */
const proposesBan = sql<boolean>`(cases.subject = 'profile' and 8 <= (select coalesce(sum(decisions.strikes), 0) from decisions
  where decisions.user_id = cases.user_id and decisions.reversed_at is null
  and decisions.made_at > now() - make_interval(days => ${sql.lit(strikeDays)})))`

/** The cases in reach, with what a queue shows of them: nothing of what they are about. */
export function caseRows(viewer: Staff) {
  return db
    .selectFrom('cases')
    .select(['cases.id', 'cases.subject', 'cases.priority', 'cases.opened_at', 'cases.closed_at'])
    .select(['cases.due_at', 'cases.claimed_at', 'cases.claimed_by', isOverdue.as('overdue')])
    .select([hasAppeal.as('appeal'), proposesBan.as('proposes_ban'), isFree.as('is_free')])
    .select(reported<number>(sql`count(*)::int`).as('reports_count'))
    .select(
      reported<string[] | null>(sql`array_agg(distinct reports.priority || reports.reason)`).as('reasons'),
    )
    .select((eb) =>
      oneself(eb.ref('cases.claimed_by') as never)
        .select('username')
        .as('claimer'),
    )
    .where(inReach(viewer))
}

function reported<T>(what: RawBuilder<unknown>): RawBuilder<T> {
  return sql<T>`(select ${what} from reports where reports.case_id = cases.id)`
}

type Row = Awaited<ReturnType<ReturnType<typeof caseRows>['executeTakeFirstOrThrow']>>

export function presentRow(viewer: Staff, row: Row): CaseRow {
  const isClaimed = row.claimed_by !== null && (!row.is_free || row.claimed_by === viewer.id)
  return {
    id: row.id,
    subject: row.subject,
    priority: row.priority,
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    due_at: row.due_at?.toISOString() ?? null,
    overdue: row.overdue,
    // Each begins with its priority, so that they come in that order.
    reasons: (row.reasons ?? []).map((reason) => reason.slice(1)),
    reports_count: row.reports_count,
    appeal: row.appeal,
    proposes_ban: row.proposes_ban,
    claimed_by: isClaimed ? { username: row.claimer ?? '', me: row.claimed_by === viewer.id } : null,
    claimed_at: isClaimed ? (row.claimed_at?.toISOString() ?? null) : null,
  }
}

const counted = (which: RawBuilder<boolean>) => sql<number>`(count(*) filter (where ${which}))::int`

async function countOpen(viewer: Staff): Promise<AnswerOf<typeof listCases>['counts']> {
  return db
    .selectFrom('cases')
    .select(counted(sql<boolean>`not ${isGrouped}`).as('open'))
    .select(counted(isGrouped).as('grouped'))
    .select(counted(sql<boolean>`${isOverdue} and not ${isGrouped}`).as('overdue'))
    .select(counted(sql<boolean>`cases.claimed_by = ${viewer.id}`).as('mine'))
    .select(counted(hasAppeal).as('appeals'))
    .where('cases.closed_at', 'is', null)
    .where(inReach(viewer))
    .executeTakeFirstOrThrow()
}
