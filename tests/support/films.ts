import { randomBytes } from 'node:crypto'
import type { ContentType, Visibility } from '#contract/kinds.ts'
import { db } from '#server/platform/db/db.ts'

interface Film {
  title?: string
  description?: string
  seconds?: number
  likes?: number
  type?: ContentType
  genre?: string
  visibility?: Visibility
  moderation?: 'approved' | 'limited' | 'held' | 'removed'
  status?: 'ready' | 'processing' | 'failed'
  minutesAgo?: number
}

/** Puts an item into the database as if it had been uploaded and processed; no bytes behind it. Returns its id. */
export async function published(owner: { id: string }, film: Film = {}): Promise<string> {
  const playback_id = `p${randomBytes(12).toString('hex')}`
  const status = film.status ?? 'ready'
  const { id, stream_id } = await db
    .insertInto('content')
    .values({
      user_id: owner.id,
      title: film.title ?? 'A film',
      description: film.description ?? '',
      duration_seconds: film.seconds ?? null,
      likes_count: film.likes ?? 0,
      content_type: film.type ?? 'music_video',
      genre: film.genre ?? '',
      visibility: film.visibility ?? 'public',
      moderation: film.moderation ?? 'approved',
      stream_status: status,
      playback_id,
      stream_url: status === 'ready' ? `/media/${playback_id}/master.m3u8` : null,
      created_at: new Date(Date.now() - (film.minutesAgo ?? 0) * 60_000),
    })
    .returning(['id', 'stream_id'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('streams')
    .values({
      id: stream_id,
      content_id: id,
      state: status === 'ready' ? 'ready' : 'encoding',
      playable: status === 'ready',
    })
    .execute()
  return id
}
