import type pg from 'pg'

/** The segments of the video that `insertEarlyRows` creates, and their content. */
export const earlySegments = ['a.m4s', 'b.m4s']
export const earlySegmentBytes = 1000

/**
 * Inserts a member, a video with files, a like and a comment as releases from migration 0057 on can store them, and rows
 * of the later features whose tables exist. `nth` makes the rows of several releases different.
 */
export async function insertEarlyRows(client: pg.Client, nth: number): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'insert into users (email, email_verified) values ($1, true) returning id',
    [`early${nth}@example.org`],
  )
  const user = rows[0]!.id
  await client.query(
    `insert into private_details (user_id, full_name, age, terms_version) values ($1, 'Eve Example', 16, '1')`,
    [user],
  )
  await client.query(`insert into profiles (user_id, username) values ($1, $2)`, [user, `early${nth}`])
  const content = await insertVideo(client, user, nth)
  await client.query('insert into likes (content_id, user_id) values ($1, $2)', [content, user])
  await client.query(
    `insert into comments (content_id, user_id, body) values ($1, $2, 'The first comment')`,
    [content, user],
  )
  for (const [table, statement] of Object.entries(laterRows)) {
    const found = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
      table,
    ])
    if (found.rows[0]!.exists)
      await client.query(statement.replaceAll(':user', `'${user}'`).replaceAll(':content', `'${content}'`))
  }
}

/** The playback id of the video that `insertEarlyRows` created for a release. */
export function earlyPlaybackId(nth: number): string {
  return `early-${String(nth).padStart(3, '0')}`
}

async function insertVideo(client: pg.Client, user: string, nth: number): Promise<string> {
  const playbackId = earlyPlaybackId(nth)
  const { rows } = await client.query<{ id: string }>(
    `with item as (
       insert into content (user_id, title, description, genre, content_type, playback_id, stream_status, stream_url,
         duration_seconds, likes_count, comments_count)
       values ($1, 'Harbour lights', 'A walk along the harbour', 'pop', 'music_video', $2, 'ready', $3, 2, 1, 1)
       returning id, stream_id),
     stream as (
       insert into streams (id, content_id, state, playable) select stream_id, id, 'ready', true from item)
     insert into renditions (content_id, name, fence, folder, width, height, codecs, frame_rate, bandwidth, average_bandwidth)
       select id, '240p', 0, '0/240p', 426, 240, 'avc1.4d4015', 24, 8000, $4 from item
     returning content_id as id`,
    [user, playbackId, `/media/${playbackId}/master.m3u8`, earlySegmentBytes * 8],
  )
  return rows[0]!.id
}

/** Rows of the features that came after migration 0057, by the table that the feature added. */
const laterRows: Record<string, string> = {
  watch_history: 'insert into watch_history (user_id, content_id, seconds) values (:user, :content, 1)',
  playlists: `insert into playlists (user_id, title) values (:user, 'Evenings')`,
  playlist_items: `insert into playlist_items (playlist_id, content_id, position)
    select id, :content, 1 from playlists where user_id = :user`,
  comment_likes: `insert into comment_likes (comment_id, user_id)
    select id, :user from comments where content_id = :content`,
  content_tags: `update content set tags = '{harbour}' where id = :content`,
  series: `insert into series (user_id, title) values (:user, 'Harbours')`,
  captions: `insert into captions (content_id, language, vtt, cue_count)
    values (:content, 'en', E'WEBVTT\n\n00:00.000 --> 00:01.000\nThe harbour at night\n', 1)`,
  stream_keys: `insert into stream_keys (user_id, key_hash) values (:user, 'hash of ' || :user)`,
}
