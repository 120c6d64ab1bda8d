import { sql } from 'kysely'
import { db, withBackgroundTimeouts } from '#server/platform/db/db.ts'

/** The renditions of a bench video. Each one is stored in the folder `media/{playback_id}/1/{name}`. */
export const benchRenditions = ['240p', '360p', '480p', '720p', '1080p']

/**
 * Inserts ready videos with their streams and renditions. Triggers are disabled, because the search index and the
 * charts do not matter here. Every thousandth video has no row: its files are orphans.
 */
export async function insertBenchVideos(count: number): Promise<void> {
  await withBackgroundTimeouts(async () => {
    await setTriggers('disable')
    await sql`with owner as (insert into users (email) values ('bench@example.org') returning id),
        profile as (insert into profiles (user_id, username) select id, 'bench' from owner)
      insert into content (user_id, title, description, genre, content_type, visibility, rating, playback_id,
        stream_status, stream_url)
      select owner.id, 'x', '', 'pop', 'music_video', 'public', 'all', name, 'ready', '/media/' || name || '/master.m3u8'
      from owner, generate_series(0, ${sql.lit(count - 1)}) n, lateral (select 'video-' || lpad(n::text, 7, '0') as name) named
      where n % 1000 <> 999`.execute(db)
    await sql`insert into streams (id, content_id, state, fence) select stream_id, id, 'ready', 1 from content`.execute(
      db,
    )
    await sql`insert into renditions (content_id, name, fence, folder, width, height, codecs, frame_rate, bandwidth,
        average_bandwidth, independent)
      select content.id, name, 1, '1/' || name, 640, 360, 'avc1.64001e,mp4a.40.2', 30, 800000, 700000, true
      from content, unnest(${benchRenditions}::text[]) name`.execute(db)
    await setTriggers('enable')
    await sql`vacuum analyze`.execute(db)
  })
}

async function setTriggers(state: 'enable' | 'disable'): Promise<void> {
  for (const table of ['users', 'profiles', 'content', 'streams', 'renditions'])
    await sql`alter table ${sql.table(table)} ${sql.raw(state)} trigger user`.execute(db)
}

/** The playback id of the nth bench video. */
export function benchPlaybackId(nth: number): string {
  return `video-${String(nth).padStart(7, '0')}`
}
