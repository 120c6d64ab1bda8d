import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import {
  runInTranscodeAttemptTransaction,
  StaleAttemptError,
  type TranscodeAttempt,
} from './transcode-attempt.ts'

/** How often a waiting attempt checks whether it is still current, in milliseconds. */
const checkMs = 1000

/**
 * Waits until the item's first rendition may be published (`streams.publish_after`). Until then, the results of the
 * attempt exist only in its private work folder, because the media gateway serves every file that is stored for an
 * item. Calls `onWait` before waiting. Throws StaleAttemptError if the attempt is no longer current.
 */
export async function waitForPublication(
  run: TranscodeAttempt,
  { signal, onWait = async () => {} }: { signal: AbortSignal; onWait?: () => Promise<void> },
): Promise<void> {
  let hasWaited = false
  for (;;) {
    const leftMs = await readRemainingHold(run)
    if (leftMs <= 0) return
    if (!hasWaited) await onWait()
    hasWaited = true
    await pause(Math.min(leftMs, checkMs), undefined, { signal })
  }
}

/** Returns the remaining time in milliseconds. If the database is unavailable, the attempt continues to wait. */
async function readRemainingHold(run: TranscodeAttempt): Promise<number> {
  try {
    return await runInTranscodeAttemptTransaction(run, (tx) => loadRemainingHold(tx, run.contentId))
  } catch (error) {
    if (error instanceof StaleAttemptError) throw error
    log.warn('a held recording waits for the database', {
      contentId: run.contentId,
      error: (error as Error).message,
    })
    return checkMs
  }
}

async function loadRemainingHold(tx: Tx, contentId: string): Promise<number> {
  const { left } = await tx
    .selectFrom('streams')
    .select(
      sql<number>`coalesce(ceil(1000 * extract(epoch from publish_after - clock_timestamp())), 0)::float8`.as(
        'left',
      ),
    )
    .where('content_id', '=', contentId)
    .executeTakeFirstOrThrow()
  return left
}
