import { rm } from 'node:fs/promises'
import { encodePiece } from '#media/pieces/encode-piece.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import { enqueue, type JobContext } from '#server/platform/queue/queue.ts'
import { transaction } from '#server/platform/db/db.ts'
import { withSpan } from '#server/platform/tracing/tracing.ts'
import { defaultEncodeSpeed, loadMedianEncodeSpeed, recordEncodeSpeed } from '../encode-speed.ts'
import { createTranscodeOutputFolder, getTranscodeOutputFolder } from '../publish-outputs.ts'
import { StaleAttemptError, type TranscodeAttempt } from '../transcode-attempt.ts'
import { bitrateLadderScheduler } from '../transcode-steps.ts'
import { getSandboxRetryDelaySeconds, isSandboxAvailable } from '../media-tools/wait-for-sandbox.ts'
import { claimNextPiece, type ClaimedPiece, findNextPiece, hasSilentPiece } from './claim-piece.ts'
import { storeCompleteSegments, storePiece } from './store-piece.ts'
import { encodeAndStoreAudio } from './encode-audio.ts'
import { createOriginalCache, type OriginalCache } from './original-cache.ts'
import { loadPieceAttempt } from './piece-attempt.ts'
import { handlePieceError, maxPieceTries } from './piece-failure.ts'
import { pieceEncodingJob } from './piece-jobs.ts'
import { piecesCounter } from './piece-metrics.ts'
import { startPieceHeartbeat } from './piece-progress.ts'
import { findRungs } from './rung-groups.ts'

/**
 * Encodes pieces until no piece is waiting. A piece is claimed only when this process has time for it, because
 * the ladders of short videos come first (fair-scheduler.ts).
 */
export async function encodePieces(
  _: object,
  { signal, stopping }: Pick<JobContext, 'signal' | 'stopping'>,
): Promise<void> {
  if (!(await isSandboxAvailable())) return enqueueLater(getSandboxRetryDelaySeconds())
  const originals = createOriginalCache()
  try {
    await bitrateLadderScheduler.series(signal, estimateNextPiece, async () => {
      const piece = await claimNextPiece()
      if (piece) await encodeClaimedPiece(piece, originals, { signal, stopping })
    })
  } finally {
    await originals.clear()
  }
  // This can be the last job, and a worker that was just killed does not count as dead yet.
  if (await hasSilentPiece()) await enqueueLater(10)
}

async function enqueueLater(startAfter: number): Promise<void> {
  await transaction((tx) => enqueue(tx, pieceEncodingJob, {}, { startAfter }))
}

/** Returns the remaining seconds and the due time of the video that the next piece belongs to. */
async function estimateNextPiece(): Promise<{ work: number; due: number } | null> {
  const next = await findNextPiece()
  if (!next) return null
  return {
    work: next.work / ((await loadMedianEncodeSpeed()) ?? defaultEncodeSpeed),
    due: (performance.now() + next.dueAt.getTime() - Date.now()) / 1000,
  }
}

async function encodeClaimedPiece(
  piece: ClaimedPiece,
  originals: OriginalCache,
  { signal, stopping }: Pick<JobContext, 'signal' | 'stopping'>,
): Promise<void> {
  const lost = new AbortController()
  const heartbeat = startPieceHeartbeat(piece, (error) => lost.abort(error))
  const name = `${piece.group}-${piece.firstSegment}-${piece.claim}`
  let loaded: Awaited<ReturnType<typeof loadPieceAttempt>> = null
  try {
    loaded = await loadPieceAttempt(piece, name, AbortSignal.any([signal, lost.signal]))
    if (!loaded) throw new StaleAttemptError()
    // If encoding a piece kills the whole worker, the failure is not recorded.
    if (piece.tries > maxPieceTries) throw new Error('all its workers died')
    const { run, source } = loaded
    await createTranscodeOutputFolder(run)
    const input = await originals.fetch(run)
    const startedAt = performance.now()
    const { onProgress } = heartbeat
    const files = await withSpan('internal', 'piece', {}, () =>
      encodeFiles(run, source, piece, { input, onProgress }).catch(async (error: unknown) => {
        if (stopping.aborted) await storeCompleteSegments(run, source, piece)
        throw error
      }),
    )
    const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000)
    await storePiece(run, piece, files)
    // The newest measurements should come from several videos, and decoding takes most of the time in the low group.
    if (piece.group === 'high' && piece.firstSegment === 0) await recordEncodeSpeed(piece.work, seconds)
    piecesCounter.inc({ outcome: 'encoded' })
  } catch (error) {
    await handlePieceError(piece, loaded?.run, lost.signal.aborted ? lost.signal.reason : error, signal)
  } finally {
    heartbeat.end()
    if (loaded) await rm(loaded.run.folder, { recursive: true, force: true })
  }
}

/** Encodes a piece, and returns the names of the files that are not stored yet. */
async function encodeFiles(
  run: TranscodeAttempt,
  source: VideoSource,
  piece: ClaimedPiece,
  { input, onProgress }: { input: string; onProgress: (part: number) => void },
): Promise<string[]> {
  if (piece.group === 'audio') {
    await encodeAndStoreAudio(run, source, piece, { input, onProgress })
    return []
  }
  const rungs = findRungs(source, piece.rungs)
  const job = { source, input, out: getTranscodeOutputFolder(run), rungs, signal: run.signal }
  const { firstSegment, segments } = piece
  return encodePiece({ ...job, piece: { firstSegment, segments }, onProgress })
}
