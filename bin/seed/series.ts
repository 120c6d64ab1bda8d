import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

/** Groups the shows of every creator into series of three seasons with eight episodes each, oldest first. */
export async function seedSeries(tx: Tx): Promise<void> {
  await sql`create temporary table seeded_episodes on commit drop as
    select id as content_id, owner, nth, (place / 24)::int as part, (place % 24 / 8)::int + 1 as season, (place % 8)::int + 1 as episode
    from (
      select id, owner, nth, row_number() over (partition by owner order by nth) - 1 as place
      from seeded_items where type = 'tv_show'
    ) show`.execute(tx)
  await sql`create temporary table seeded_series on commit drop as
    select uuidv7() as id, owner, part, row_number() over (order by first) as nth
    from (select owner, part, min(nth) as first from seeded_episodes group by owner, part order by first) one`.execute(
    tx,
  )
  await sql`insert into series (id, user_id, title)
    select series.id, person.id, 'Series ' || series.nth
    from seeded_series series join seeded_people person on person.who = series.owner order by series.nth`.execute(
    tx,
  )
  await sql`insert into series_episodes (content_id, series_id, season, episode)
    select content_id, series.id, season, episode
    from seeded_episodes join seeded_series series using (owner, part) order by series.nth, season, episode`.execute(
    tx,
  )
}
