import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { tryConsumeRateLimit } from '#server/rate-limits/activity-rate-limits.ts'

/** How long a sender waits for a refusal, in milliseconds. */
const refusalDelayMs = 500

/**
 * Delays the refusal of a chunk. Otherwise, a sender that ignores refusals and sends the next chunk immediately could
 * keep the server busy.
 */
export async function delayRefusal(error: unknown): Promise<never> {
  if (error instanceof ApiError) await pause(refusalDelayMs)
  throw error
}

/** Throws `broadcast_too_many_chunks` if the member sends too many chunks, including refused ones. */
export function assertChunkRate({ id }: Member): void {
  if (!tryConsumeRateLimit('broadcastChunks', id)) throw new ApiError('broadcast_too_many_chunks', {}, 5)
}

/** The number of seconds over which the average bitrate is measured. */
const bitrateWindowSeconds = 60

/** Throws `broadcast_too_fast` if `more` bytes would make the average bitrate of the source too high. */
export async function assertBitrate(contentId: string, more: number): Promise<void> {
  const { rows } = await sql<{ bytes: number; seconds: number }>`select
      (select coalesce(sum(byte_length), 0)::int8 from broadcast_chunks
        where content_id = ${contentId} and number >= next_chunk - 2000
          and received_at > clock_timestamp() - make_interval(secs => ${bitrateWindowSeconds})) as bytes,
      coalesce(extract(epoch from clock_timestamp() - started_at), 0)::float8 as seconds
    from broadcasts where content_id = ${contentId}`.execute(db)
  const { bytes, seconds } = rows[0] ?? { bytes: 0, seconds: 0 }
  const allowedSeconds = Math.min(seconds, bitrateWindowSeconds) + broadcastLimits.burstSeconds
  if (8 * (bytes + more) > broadcastLimits.maxBitrate * allowedSeconds)
    throw new ApiError('broadcast_too_fast', {}, 5)
}
