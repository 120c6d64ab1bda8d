import { randomFillSync } from 'node:crypto'
import { sql } from 'kysely'
import { db, withBackgroundTimeouts } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'

export interface BackupSiteSize {
  videos: number
  files: number
  bytes: number
}

/** The segment sizes in bytes of a video of one minute at the usual bitrates. All renditions together have 80 MB. */
const segmentBytes = {
  '240p': 140_000,
  '360p': 300_000,
  '480p': 590_000,
  '720p': 1_300_000,
  '1080p': 3_000_000,
}
const segmentSeconds = 4
const segmentsPerRendition = 15
const bytesPerVideo = Object.values(segmentBytes).reduce(
  (sum, bytes) => sum + bytes * segmentsPerRendition,
  0,
)
const likesPerVideo = 500

/** Fills an empty site with people, and with videos whose media files together have about `bytes` bytes. */
export async function fillBackupSite(bytes: number, people: number): Promise<BackupSiteSize> {
  const videos = Math.max(1, Math.round(bytes / bytesPerVideo))
  await withBackgroundTimeouts(async () => {
    await insertPeople(people)
    await insertVideos(videos)
    await insertLikes()
    await sql`vacuum analyze`.execute(db)
  })
  const names = await db.selectFrom('content').select('playback_id').execute()
  for (const { playback_id } of names) await storeVideo(playback_id)
  const files = videos * Object.keys(segmentBytes).length * (segmentsPerRendition + 1)
  return { videos, files, bytes: videos * bytesPerVideo }
}

async function insertPeople(count: number): Promise<void> {
  await sql`with made as (
      insert into users (email, email_verified)
      select 'person' || n || '@example.org', true from generate_series(1, ${sql.lit(count)}) n returning id, email),
    details as (
      insert into private_details (user_id, full_name, age, terms_version) select id, 'Ada Example', 16, '1' from made)
    insert into profiles (user_id, username) select id, split_part(email, '@', 1) from made`.execute(db)
}

async function insertVideos(count: number): Promise<void> {
  await sql`insert into content (user_id, title, genre, content_type, playback_id, stream_status, stream_url, duration_seconds)
    select (select id from users where email = 'person1@example.org'), 'Harbour number ' || n, 'pop', 'music_video', name,
      'ready', '/media/' || name || '/master.m3u8', ${sql.lit(segmentSeconds * segmentsPerRendition)}
    from generate_series(1, ${sql.lit(count)}) n, lateral (select 'video-' || lpad(n::text, 7, '0') as name) named`.execute(
    db,
  )
  await sql`insert into streams (id, content_id, state, playable, fence)
    select stream_id, id, 'ready', true, 1 from content`.execute(db)
  for (const [name, bytes] of Object.entries(segmentBytes))
    await sql`insert into renditions (content_id, name, fence, folder, width, height, codecs, frame_rate, bandwidth, average_bandwidth)
      select id, ${name}, 1, ${`1/${name}`}, 640, 360, 'avc1.64001e,mp4a.40.2', 30, ${sql.lit((bytes * 8) / segmentSeconds)},
        ${sql.lit((bytes * 8) / segmentSeconds)} from content`.execute(db)
}

async function insertLikes(): Promise<void> {
  await sql`insert into likes (content_id, user_id)
    select content.id, person.id from content
    cross join lateral (select id from users order by id limit ${sql.lit(likesPerVideo)}) person`.execute(db)
  await sql`update content set likes_count = (select count(*) from likes where content_id = content.id)`.execute(
    db,
  )
}

/** Stores the files of a video. Their bytes are random, because encoded video cannot be compressed either. */
async function storeVideo(playbackId: string): Promise<void> {
  for (const [name, bytes] of Object.entries(segmentBytes)) {
    const folder = `media/${playbackId}/1/${name}`
    const segments = Array.from(
      { length: segmentsPerRendition },
      (_, at) => `seg_${String(at).padStart(5, '0')}.m4s`,
    )
    const lines = segments.flatMap((segment) => [`#EXTINF:${segmentSeconds},`, segment])
    await storage.putBytes(
      `${folder}/index.m3u8`,
      Buffer.from(['#EXTM3U', ...lines, '#EXT-X-ENDLIST', ''].join('\n')),
    )
    for (const segment of segments)
      await storage.putBytes(`${folder}/${segment}`, randomFillSync(Buffer.allocUnsafe(bytes)))
  }
}
