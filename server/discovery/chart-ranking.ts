import { type RawBuilder, sql } from 'kysely'
import type { ChartCategory } from '#contract/discovery/charts.ts'
import { chartLimits as figures } from '#contract/discovery/chart-limits.ts'
import { db } from '../platform/db/db.ts'
import { anonymousViewer } from '../platform/http/viewer.ts'
import { listedItemsSql } from '#server/access-policy/content-queries.ts'
import { isInCategory } from './category-filters.ts'

/*
 * Ranks videos for the charts. An item gets one point for each like and two points for each person who
 * commented. The creator's own likes and comments do not count. In a ranking, each creator appears only once,
 * with their best item. Among items with equal points, the newer one is ranked higher. The charts page
 * explains the ranking in the same way (web/messages/browse/charts.ts).
 */

/** The ids and points of ranked items, best first. */
export type ChartRanking = { id: string; points: number }[]

interface ScoredItem {
  id: string
  user_id: string
  /** The creation time of the item in seconds since the epoch. */
  made: number
  points: number
}

/**
 * The number of top-scoring items to read first. The top-scoring items nearly always belong to at least fifty
 * creators, which is enough to fill the ranking.
 */
const first = 6 * figures.entries

/**
 * Ranks items by the points for likes and comments that were created after `from` and no later than `to`.
 * Points are first summed per item, so that only the items with the most points have to be joined with the
 * `content` table. The sum can include up to three points from the item's own creator. For this reason, items
 * are read until none of the remaining items can have enough points for the ranking.
 */
export async function rankContentWithinPeriod(
  category: ChartCategory | undefined,
  from: Date,
  to: Date,
): Promise<ChartRanking> {
  for (let most = first; ; most *= 8) {
    const rows = await selectPointsWithinPeriod(category, from, to, most)
    const best = rankByCreator(rows)
    const isSure = best.length === figures.entries && best.at(-1)!.points > rows.at(-1)!.given
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
  const { rows } = await sql<ScoredItem & { given: number }>`
    with given as materialized (
      select content_id, sum(points)::int as points from (
        select content_id, ${figures.pointsPerLike} * count(*) as points from likes where ${inTime} group by content_id
        union all
        select content_id, ${figures.pointsPerCommenter} * count(distinct user_id) from comments
        where moderation = 'approved' and ${inTime} group by content_id
      ) voices group by content_id order by points desc
    )
    select ${itemColumns}, given.points as given, given.points
      - ${figures.pointsPerLike} * (select count(*)::int from likes where ${own})
      - ${figures.pointsPerCommenter} * (select count(distinct user_id)::int from comments where moderation = 'approved' and ${own}) as points
    from given join (${listedItemsSql(anonymousViewer)}) on content.id = given.content_id
    where ${categoryCondition(category)}
    order by given.points desc limit ${most}`.execute(db)
  return rows
}

/**
 * Returns the current all-time ranking and the all-time ranking at the time `then`. Both rankings are
 * computed from the items that have the most points now. Items do not lose points over time, so an item that
 * ranked high at `then` has at least as many points now.
 */
export async function rankContentOfAllTime(
  category: ChartCategory | undefined,
  then: Date,
): Promise<{ now: ChartRanking; before: ChartRanking }> {
  for (let most = first; ; most *= 8) {
    const rows = await selectAllTimePoints(category, then, most)
    const now = rankByCreator(rows)
    if (now.length < figures.entries && rows.length === most) continue
    return { now, before: rankByCreator(rows.map((row) => ({ ...row, points: row.points - row.since }))) }
  }
}

/** Reads the stored points (chart_points, migration 0029) and counts the points given since `then`. */
async function selectAllTimePoints(category: ChartCategory | undefined, then: Date, most: number) {
  const { rows } = await sql<ScoredItem & { since: number }>`
    with best as materialized (
      select ${itemColumns}, chart_points.points from chart_points join (${listedItemsSql(anonymousViewer)}) on content.id = chart_points.content_id
      where chart_points.points > 0 and ${categoryCondition(category)}
      order by chart_points.points desc, chart_points.created_at desc, chart_points.content_id desc limit ${most}
    ), since as (
      select id, sum(points)::int as points from (
        select best.id, ${figures.pointsPerLike}::int as points from likes join best on best.id = likes.content_id
        where likes.created_at > ${then} and likes.user_id <> best.user_id
        union all
        select distinct on (best.id, said.user_id) best.id, ${figures.pointsPerCommenter}::int from comments said join best on best.id = said.content_id
        where said.created_at > ${then} and said.moderation = 'approved' and said.user_id <> best.user_id
          and not exists (select from comments earlier where earlier.content_id = said.content_id
            and earlier.user_id = said.user_id and earlier.moderation = 'approved' and earlier.created_at <= ${then})
      ) voices group by id
    )
    select best.*, coalesce(since.points, 0) as since from best left join since using (id)`.execute(db)
  return rows
}

const itemColumns = sql`content.id, content.user_id, date_part('epoch', content.created_at) as made`

function categoryCondition(category: ChartCategory | undefined): RawBuilder<boolean> {
  return category ? isInCategory(category) : sql<boolean>`true`
}

function rankByCreator(rows: readonly ScoredItem[]): ChartRanking {
  const creators = new Set<string>()
  const ranking: ChartRanking = []
  for (const { id, user_id, points } of rows.toSorted(compareScores)) {
    if (points <= 0 || creators.has(user_id) || ranking.length === figures.entries) continue
    creators.add(user_id)
    ranking.push({ id, points })
  }
  return ranking
}

function compareScores(a: ScoredItem, b: ScoredItem): number {
  return b.points - a.points || b.made - a.made || (a.id < b.id ? 1 : -1)
}
