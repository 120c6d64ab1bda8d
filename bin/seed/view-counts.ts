import { sql } from 'kysely'
import { viewCountingRules } from '#contract/limits.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { randomFraction } from './seeded-random.ts'

/**
 * Adds five to twenty-five views per like on the day of the like. Views from before the longest period in
 * `viewCountingRules.periodDays` are added up into one count per item.
 */
export async function seedViewCounts(tx: Tx): Promise<void> {
  const longAgo = sql`current_date - ${sql.lit(Math.max(...viewCountingRules.periodDays))}`
  const each = sql`5 + floor(20 * ${randomFraction(sql`liked.item`, 'views')})`
  await sql`insert into daily_view_counts (content_id, day, views)
    select item.id, case when at::date > ${longAgo} then at::date else '-infinity' end as day, sum(${each})
    from planned_likes liked join seeded_items item on item.nth = liked.item
    group by 1, 2 order by 1, 2`.execute(tx)
}
