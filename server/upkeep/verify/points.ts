import { sql } from 'kysely'
import { charts } from '#contract/limits.ts'
import type { Tx } from '../../platform/db/db.ts'
import { itemsAtWork } from '../../safety/items.ts'
import { rowsOf } from './cursor.ts'
import { type Finding, finding } from './finding.ts'

interface Row {
  id: string
  says: number
  makes: number
}

/** What the charts of all time go by is what likes and comments make, as the triggers of migration 0029 keep it. */
export async function* points(tx: Tx): AsyncGenerator<Finding> {
  const rows = rowsOf<Row>(
    tx,
    'points',
    sql`${itemsAtWork(tx)
      .leftJoin('chart_points', 'chart_points.content_id', 'content.id')
      .leftJoin(given(tx).as('given'), 'given.id', 'content.id')
      .select(['content.id', sql<number>`coalesce(chart_points.points, 0)`.as('says')])
      .select(sql<number>`coalesce(given.points, 0)`.as('makes'))
      .where(sql<boolean>`coalesce(chart_points.points, 0) <> coalesce(given.points, 0)`)}`,
  )
  for await (const { id, says, makes } of rows)
    yield finding(
      'counter_wrong',
      `content ${id}`,
      `It has ${says} points; its likes and comments make ${makes}.`,
    )
}

function given(tx: Tx) {
  return itemsAtWork(tx)
    .innerJoin(voices.as('voice'), (on) =>
      on.onRef('voice.content_id', '=', 'content.id').onRef('voice.user_id', '<>', 'content.user_id'),
    )
    .select(['content.id', ({ fn }) => fn.sum<number>('voice.points').as('points')])
    .groupBy('content.id')
}

const voices = sql<{ content_id: string; user_id: string; points: number }>`(
  select content_id, user_id, ${sql.lit(charts.like)} as points from likes
  union all
  select distinct content_id, user_id, ${sql.lit(charts.commenter)} from comments where moderation = 'approved')`
