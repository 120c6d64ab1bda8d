import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { randomFraction } from './seeded-random.ts'
import type { SeedSize } from './seed-size.ts'

/** Creates analytics for one day of each video, and for each of the last ninety days of a few videos. */
export async function seedAnalytics(tx: Tx, { content }: SeedSize): Promise<void> {
  const views = sql`(20 + floor(80 * ${randomFraction(sql`item.nth`, 'analytics')}))::int`
  const days = sql`select item.nth, 1 + item.nth % 360 as ago from seeded_items item
    union all select item.nth, ago from seeded_items item cross join generate_series(1, 90) ago
    where item.nth % ${Math.ceil(content / 50)} = 0 and ago <> 1 + item.nth % 360`
  await sql`insert into daily_video_analytics (content_id, day, views, summaries, viewers, watch_seconds, retention, released_on)
    select item.id, current_date - ago::int, ${views}, ${views}, ${views}, ${views} * 40, array_fill(${views}, array[100]),
      current_date - ago::int
    from (${days}) planned join seeded_items item using (nth) order by 1, 2`.execute(tx)
  await sql`insert into daily_view_sources (content_id, day, source, viewers, released_on)
    select item.id, current_date - ago::int, source, 30, current_date - ago::int
    from (${days}) planned join seeded_items item using (nth) cross join unnest(array['home', 'search', 'other']) source
    where item.nth % 10 = 0 order by 1, 2, 3`.execute(tx)
}
