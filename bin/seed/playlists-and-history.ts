import { sql } from 'kysely'
import { playlistLimits } from '#contract/engagement/playlists.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { randomFraction } from './seeded-random.ts'
import type { SeedSize } from './seed-size.ts'

const nth = sql`nth`

/**
 * Creates a playlist for every second person, most with a few videos. The first person has
 * `playlistLimits.perUser` playlists, and the first of these is full. Public playlists are the most common.
 */
export async function seedPlaylists(tx: Tx, { people, content }: SeedSize): Promise<void> {
  const owner = sql`case when nth < ${playlistLimits.perUser} then 0 else nth * 2 % ${people} end`
  await sql`create temporary table seeded_playlists on commit drop as
    select nth, pg_temp.id(nth, 'playlist') as id, (${owner})::int as owner,
      case when nth = 0 then ${playlistLimits.items} else 2 + floor(20 * power(${randomFraction(nth, 'length')}, 3)) end::int as length
    from generate_series(0::bigint, ${Math.ceil(people / 2) + playlistLimits.perUser}) nth`.execute(tx)
  await sql`insert into playlists (id, user_id, title, visibility, created_at)
    select playlist.id, owner.id, 'Playlist ' || nth,
      (array['public', 'public', 'unlisted', 'followers', 'private'])[1 + nth % 5],
      now() - make_interval(mins => nth::int % 500000)
    from seeded_playlists playlist join seeded_people owner on owner.who = playlist.owner`.execute(tx)
  await sql`insert into playlist_items (playlist_id, content_id, position)
    select playlist_id, content_id, 1000 * row_number() over (partition by playlist_id order by content_id)
    from (
      select distinct playlist.id as playlist_id, item.id as content_id
      from seeded_playlists playlist cross join generate_series(1, playlist.length) place
        join seeded_items item on item.nth = (playlist.nth * 7919 + place * 104729) % ${content}
    ) item order by 1, 3`.execute(tx)
}

/** Creates three history entries per video. A few people have watched many videos. */
export async function seedWatchHistory(tx: Tx, { people, content }: SeedSize): Promise<void> {
  await sql`insert into watch_history_settings (user_id, state)
    select id, 'on' from seeded_people where who % 2 = 0`.execute(tx)
  await sql`insert into watch_history (user_id, content_id, seconds, watched_at)
    select person.id, item.id, 30 + (drawn.watched * 37 % 60)::int,
      now() - make_interval(secs => 86400 * 89 * ${randomFraction(sql`drawn.watched`, 'watched at')})
    from (
      select distinct on (watcher, video) nth as watched, watcher, video from (
        select nth, 2 * floor(${Math.ceil(people / 2)} * power(${randomFraction(nth, 'watcher')}, 3))::int as watcher,
          floor(${content} * ${randomFraction(nth, 'watched')})::int as video
        from generate_series(1::bigint, ${content * 3}) nth
      ) pair order by watcher, video, nth
    ) drawn join seeded_people person on person.who = drawn.watcher join seeded_items item on item.nth = drawn.video
    order by person.id, item.id`.execute(tx)
}
