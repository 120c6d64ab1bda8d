import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { defaultEncodeSpeed, loadMedianEncodeSpeed } from '../encode-speed.ts'
import { publishStreamStatus } from '../stream-status.ts'
import { runInTranscodeAttemptTransaction, StaleAttemptError } from '../transcode-attempt.ts'
import { type ClaimedPiece, updateClaimedPiece } from './claim-piece.ts'

const heartbeatMs = 5000

/** The percentage of a video's processing that is complete when its pieces are planned. */
const percentBefore = 10

/**
 * Sends the heartbeats and the progress of a claimed piece until `end` is called. Calls `lost` if the piece
 * was claimed by another worker or is no longer needed.
 */
export function startPieceHeartbeat(
  piece: ClaimedPiece,
  lost: (error: StaleAttemptError) => void,
): { onProgress(part: number): void; end(): void } {
  let progress = 0
  let isWriting = false
  const beat = async () => {
    if (isWriting) return
    isWriting = true
    await saveProgress(piece, progress)
      .catch((error: Error) => {
        if (error instanceof StaleAttemptError) lost(error)
        else log.warn('the progress of a piece could not be saved', { error: error.message })
      })
      .finally(() => (isWriting = false))
  }
  const timer = setInterval(() => void beat(), heartbeatMs)
  return { onProgress: (part) => (progress = part), end: () => clearInterval(timer) }
}

async function saveProgress(piece: ClaimedPiece, progress: number): Promise<void> {
  const speed = (await loadMedianEncodeSpeed()) ?? defaultEncodeSpeed
  await runInTranscodeAttemptTransaction(piece, async (tx) => {
    await updateClaimedPiece(tx, piece, { heartbeat_at: sql<Date>`now()`, progress })
    await updateStreamProgress(tx, piece, speed)
  })
}

/**
 * Updates the progress that the creator sees. The remaining time assumes that all workers that encode this
 * video now continue to do so.
 */
export async function updateStreamProgress(
  tx: Tx,
  { contentId, fence }: Pick<ClaimedPiece, 'contentId' | 'fence'>,
  speed: number,
): Promise<void> {
  await sql`update streams set heartbeat_at = now(),
      percent = least(99.9, ${percentBefore} + (100 - ${percentBefore}) * done / total),
      eta_seconds = (total - done) / (${speed}::double precision * greatest(1, workers))
    from (select sum(work) as total, count(distinct worker) as workers,
        sum(case when state in ('encoded', 'published') then work else work * progress end) as done
      from transcode_pieces where content_id = ${contentId} and fence = ${fence}) as pieces
    where streams.content_id = ${contentId} and streams.fence = ${fence} and total is not null`.execute(tx)
  await publishStreamStatus(tx, contentId)
}
