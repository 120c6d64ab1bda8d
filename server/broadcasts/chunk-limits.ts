import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { tryConsumeRateLimit } from '#server/rate-limits/activity-rate-limits.ts'

/** How long a sender that sends too much waits for the refusal, in milliseconds. */
const refusalDelayMs = 1000

/**
 * Delays the refusal of a chunk. Otherwise, a sender that ignores `Retry-After` could keep the server busy. Call
 * this function before the body of the request is read, so that the rest of the body stays in the network.
 */
export async function delayRefusal(error: unknown): Promise<never> {
  if (error instanceof ApiError) await pause(refusalDelayMs)
  throw error
}

/** Throws `broadcast_too_many_chunks` after a delay if the member sends too many chunks, including refused ones. */
export async function assertChunkRate({ id }: Member): Promise<void> {
  if (!tryConsumeRateLimit('broadcastChunks', id))
    await delayRefusal(new ApiError('broadcast_too_many_chunks', {}, 5))
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
