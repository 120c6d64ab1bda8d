import { type RawBuilder, sql } from 'kysely'

const stalledAfterMs = 10 * 60_000

/**
 * Matches streams and replacements that no worker is processing: either the attempt has stopped sending
 * heartbeats, or no attempt has started and the queue has no job. `hasQueuedJob` is the condition that
 * matches streams or replacements with a job in the queue.
 */
export function isTranscodeAttemptStalled(
  now: number,
  hasQueuedJob: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const before = new Date(now - stalledAfterMs)
  return sql<boolean>`case when started_at is not null then heartbeat_at < ${before}
    else queued_at < ${before} and not ${hasQueuedJob} end`
}
