import { MediaRejectedError } from '#media/media-rejection.ts'
import { SandboxUnavailableError } from '#media/sandbox/spawn-sandboxed.ts'
import { log } from '#server/platform/log.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { requeueTranscode } from '../requeue-transcode.ts'
import { runCleanupIgnoringErrors } from '../storage-retry.ts'
import { failTranscodeAttempt } from '../transcode-attempt-outcome.ts'
import {
  maxTranscodeAttempts,
  runInTranscodeAttemptTransaction,
  StaleAttemptError,
  type TranscodeAttempt,
} from '../transcode-attempt.ts'
import { type ClaimedPiece, returnPiece } from './claim-piece.ts'
import { getPieceStoragePrefix } from './piece-attempt.ts'
import { piecesCounter } from './piece-metrics.ts'

/** How often encoding a piece or joining a group may start before the attempt fails. */
export const maxPieceTries = 3

/** Handles the failure of a piece. Throws if the queue should wake up a worker again. */
export async function handlePieceError(
  piece: ClaimedPiece,
  run: TranscodeAttempt | undefined,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (error instanceof StaleAttemptError) {
      piecesCounter.inc({ outcome: 'superseded' })
      return log.info('a piece is no longer needed', { contentId: piece.contentId })
    }
    const isInterrupted = !run || signal.aborted || error instanceof SandboxUnavailableError
    piecesCounter.inc({ outcome: isInterrupted ? 'returned' : 'failed' })
    if (isInterrupted) await returnPiece(piece, { countsAsTry: false })
    else if (piece.tries >= maxPieceTries || error instanceof MediaRejectedError)
      return await failPieces(run, error)
    else {
      log.warn('a piece could not be encoded', {
        contentId: piece.contentId,
        piece: `${piece.group}-${piece.firstSegment}`,
        error: (error instanceof Error ? error.message : String(error)).slice(0, 2000),
      })
      await returnPiece(piece, { countsAsTry: true })
    }
  } catch (failure) {
    if (failure instanceof StaleAttemptError) return
    throw failure
  }
  throw error
}

/**
 * Ends the attempt because its pieces cannot be encoded or joined. The next attempt is the last one, which
 * encodes the ladder in one run (rung-groups.ts) and decides whether the file is refused.
 */
export async function failPieces(run: TranscodeAttempt, error: unknown): Promise<void> {
  await failTranscodeAttempt(run, error)
  await runInTranscodeAttemptTransaction(run, async (tx) => {
    await tx
      .updateTable('streams')
      .set({ tries: maxTranscodeAttempts - 1 })
      .where('content_id', '=', run.contentId)
      .execute()
    await requeueTranscode(tx, run.contentId)
  })
  await runCleanupIgnoringErrors(() => storage.remove(getPieceStoragePrefix(run)))
}
