import { sql } from 'kysely'
import { chartLimits } from '#contract/discovery/chart-limits.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { streamRows } from './row-cursor.ts'
import { type IntegrityFinding, createIntegrityFinding } from './integrity-finding.ts'

interface Row {
  id: string
  says: number
  makes: number
}

/**
 * Checks the points that determine each item's rank in the all-time chart. The triggers of migration 0029
 * maintain these points, which must equal the points computed from the item's likes and comments.
 */
export async function* verifyChartRankingPoints(tx: Tx): AsyncGenerator<IntegrityFinding> {
  const rows = streamRows<Row>(
    tx,
    'points',
    sql`${selectItemsWithoutAccessCheck(tx)
      .leftJoin('chart_points', 'chart_points.content_id', 'content.id')
      .leftJoin(selectExpectedPoints(tx).as('given'), 'given.id', 'content.id')
      .select(['content.id', sql<number>`coalesce(chart_points.points, 0)`.as('says')])
      .select(sql<number>`coalesce(given.points, 0)`.as('makes'))
      .where(sql<boolean>`coalesce(chart_points.points, 0) <> coalesce(given.points, 0)`)}`,
  )
  for await (const { id, says, makes } of rows)
    yield createIntegrityFinding(
      'counter_wrong',
      `content ${id}`,
      `The all-time chart gives the item ${says} points, but its likes and comments add up to ${makes}.`,
    )
}

function selectExpectedPoints(tx: Tx) {
  return selectItemsWithoutAccessCheck(tx)
    .innerJoin(pointSources.as('voice'), (on) =>
      on.onRef('voice.content_id', '=', 'content.id').onRef('voice.user_id', '<>', 'content.user_id'),
    )
    .select(['content.id', ({ fn }) => fn.sum<number>('voice.points').as('points')])
    .groupBy('content.id')
}

const pointSources = sql<{ content_id: string; user_id: string; points: number }>`(
  select content_id, user_id, ${sql.lit(chartLimits.pointsPerLike)} as points from likes
  union all
  select distinct content_id, user_id, ${sql.lit(chartLimits.pointsPerCommenter)} from comments where moderation = 'approved')`
