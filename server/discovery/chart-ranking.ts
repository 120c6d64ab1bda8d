import { type RawBuilder, sql } from 'kysely'
import type { ChartCategory } from '#contract/discovery/charts.ts'
import { chartLimits as figures } from '#contract/limits.ts'
import { db } from '../platform/db/db.ts'
import { anonymousViewer } from '../platform/http/viewer.ts'
import { listedItemsSource } from '#server/access-policy/items.ts'
import { isInCategory } from './categories.ts'

/*
 * One point for every like and two for every person who commented, the creator's own left out. A creator's best item has their one
 * place; of equal points the newer item is ahead. The sentence on the page (web/messages/browse/charts.ts) says the same.
 */

/** Ids and points in order. */
export type ChartRanking = { id: string; points: number }[]

interface Scored {
  id: string
  user_id: string
  /** When, in seconds. */
  made: number
  points: number
}

/** So many of the best are looked at first. They nearly always hold fifty creators, and all who can be among the first fifty. */
const first = 6 * figures.places

/**
 * The best by what was given after `from` and until `to`. What was given is added up by item before anything is asked about the items:
 * then only the best are. Their creators' own voices are in that sum, three points at the most; so it is looked at more of them, until
 * those left out could not be among the best whatever is taken off.
 */
export async function rankWithinPeriod(
  category: ChartCategory | undefined,
  from: Date,
  to: Date,
): Promise<ChartRanking> {
  for (let most = first; ; most *= 8) {
    const rows = await selectPointsWithinPeriod(category, from, to, most)
    const best = rankByCreator(rows)
    const isSure = best.length === figures.places && best.at(-1)!.points > rows.at(-1)!.given
    if (isSure || rows.length < most) return best
  }
}

async function selectPointsWithinPeriod(
  category: ChartCategory | undefined,
  from: Date,
  to: Date,
  most: number,
) {
  const inTime = sql`created_at > ${from} and created_at <= ${to}`
  const own = sql`content_id = content.id and user_id = content.user_id and ${inTime}`
  const { rows } = await sql<Scored & { given: number }>`
    with given as materialized (
      select content_id, sum(points)::int as points from (
        select content_id, ${figures.like} * count(*) as points from likes where ${inTime} group by content_id
        union all
        select content_id, ${figures.commenter} * count(distinct user_id) from comments
        where moderation = 'approved' and ${inTime} group by content_id
      ) voices group by content_id order by points desc
    )
    select ${item}, given.points as given, given.points
      - ${figures.like} * (select count(*)::int from likes where ${own})
      - ${figures.commenter} * (select count(distinct user_id)::int from comments where moderation = 'approved' and ${own}) as points
    from given join (${listedItemsSource(anonymousViewer)}) on content.id = given.content_id
    where ${fits(category)}
    order by given.points desc limit ${most}`.execute(db)
  return rows
}

/** The best of all time, and the best as it stood at `then`: of those that are so good now, since nobody loses points by time. */
export async function rankAllTime(
  category: ChartCategory | undefined,
  then: Date,
): Promise<{ now: ChartRanking; before: ChartRanking }> {
  for (let most = first; ; most *= 8) {
    const rows = await selectAllTimePoints(category, then, most)
    const now = rankByCreator(rows)
    if (now.length < figures.places && rows.length === most) continue
    return { now, before: rankByCreator(rows.map((row) => ({ ...row, points: row.points - row.since }))) }
  }
}

/** The points are kept (chart_points, migration 0029); what came since `then` is counted. */
async function selectAllTimePoints(category: ChartCategory | undefined, then: Date, most: number) {
  const { rows } = await sql<Scored & { since: number }>`
    with best as materialized (
      select ${item}, chart_points.points from chart_points join (${listedItemsSource(anonymousViewer)}) on content.id = chart_points.content_id
      where chart_points.points > 0 and ${fits(category)}
      order by chart_points.points desc, chart_points.created_at desc, chart_points.content_id desc limit ${most}
    ), since as (
      select id, sum(points)::int as points from (
        select best.id, ${figures.like}::int as points from likes join best on best.id = likes.content_id
        where likes.created_at > ${then} and likes.user_id <> best.user_id
        union all
        select distinct on (best.id, said.user_id) best.id, ${figures.commenter}::int from comments said join best on best.id = said.content_id
        where said.created_at > ${then} and said.moderation = 'approved' and said.user_id <> best.user_id
          and not exists (select from comments earlier where earlier.content_id = said.content_id
            and earlier.user_id = said.user_id and earlier.moderation = 'approved' and earlier.created_at <= ${then})
      ) voices group by id
    )
    select best.*, coalesce(since.points, 0) as since from best left join since using (id)`.execute(db)
  return rows
}

const item = sql`content.id, content.user_id, date_part('epoch', content.created_at) as made`

function fits(category: ChartCategory | undefined): RawBuilder<boolean> {
  return category ? isInCategory(category) : sql<boolean>`true`
}

function rankByCreator(rows: readonly Scored[]): ChartRanking {
  const creators = new Set<string>()
  const ranking: ChartRanking = []
  for (const { id, user_id, points } of rows.toSorted(compareScores)) {
    if (points <= 0 || creators.has(user_id) || ranking.length === figures.places) continue
    creators.add(user_id)
    ranking.push({ id, points })
  }
  return ranking
}

function compareScores(a: Scored, b: Scored): number {
  return b.points - a.points || b.made - a.made || (a.id < b.id ? 1 : -1)
}
