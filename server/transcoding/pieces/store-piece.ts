import { join } from 'node:path'
import { keepCompleteSegments } from '#media/pieces/encode-piece.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { assertRegularFiles } from '#server/platform/storage/regular-files.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { defaultEncodeSpeed, loadMedianEncodeSpeed } from '../encode-speed.ts'
import { getTranscodeOutputFolder } from '../publish-outputs.ts'
import { withStorageRetry } from '../storage-retry.ts'
import {
  runInTranscodeAttemptTransaction,
  StaleAttemptError,
  type TranscodeAttempt,
} from '../transcode-attempt.ts'
import { type ClaimedPiece, updateClaimedPiece } from './claim-piece.ts'
import { enqueueCompleteGroups } from './complete-groups.ts'
import { getPieceStoragePrefix } from './piece-attempt.ts'
import { pieceEncodingJob } from './piece-jobs.ts'
import { updateStreamProgress } from './piece-progress.ts'
import { findRungs } from './rung-groups.ts'

/** Stores the files of an encoded piece. If the piece was the last one of its group, the group is published. */
export async function storePiece(
  run: TranscodeAttempt,
  piece: ClaimedPiece,
  files: string[],
  prepare: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const key = getPieceKey(run, piece)
  const speed = (await loadMedianEncodeSpeed()) ?? defaultEncodeSpeed
  try {
    for (const file of files) await storeFile(run, piece, file)
    await runInTranscodeAttemptTransaction(run, async (tx) => {
      await prepare(tx)
      const values = { worker: null, heartbeat_at: null, progress: 1, tries: 0, storage_key: key }
      await updateClaimedPiece(tx, piece, { state: 'encoded', ...values })
      await updateStreamProgress(tx, piece, speed)
      await enqueueCompleteGroups(tx, piece)
    })
  } catch (error) {
    if (error instanceof StaleAttemptError) await storage.remove(key).catch(() => {})
    throw error
  }
}

/**
 * Stores the audio of one bit rate, while the worker goes on to encode the others. A worker that has made progress
 * was not killed by the audio, so the earlier tries no longer count.
 */
export async function storeAudioFile(
  run: TranscodeAttempt,
  piece: ClaimedPiece,
  file: string,
): Promise<void> {
  try {
    await storeFile(run, piece, file)
    await runInTranscodeAttemptTransaction(run, (tx) => updateClaimedPiece(tx, piece, { tries: 1 }))
  } catch (error) {
    if (error instanceof StaleAttemptError) await storage.remove(getPieceKey(run, piece)).catch(() => {})
    throw error
  }
}

async function storeFile(run: TranscodeAttempt, piece: ClaimedPiece, file: string): Promise<void> {
  const path = join(getTranscodeOutputFolder(run), file)
  await assertRegularFiles(path)
  await withStorageRetry(run, () => storage.putFile(`${getPieceKey(run, piece)}/${file}`, path))
}

function getPieceKey(run: TranscodeAttempt, { group, firstSegment, claim }: ClaimedPiece): string {
  return `${getPieceStoragePrefix(run)}/${group}-${firstSegment}-${claim}`
}

/**
 * Stores the segments that are complete when this process has to stop. The other segments become another
 * piece, so a deployment loses no more than the segment that is being encoded.
 */
export async function storeCompleteSegments(
  run: TranscodeAttempt,
  source: VideoSource,
  piece: ClaimedPiece,
): Promise<void> {
  if (piece.group === 'audio') return
  const job = { source, out: getTranscodeOutputFolder(run), rungs: findRungs(source, piece.rungs) }
  const kept = await keepCompleteSegments(job, piece)
  if (!kept) return
  await storePiece(run, piece, kept.files, (tx) => splitPiece(tx, piece, kept.segments))
}

/** Shortens a claimed piece to its first `segments` segments, and adds the rest as a waiting piece. */
async function splitPiece(tx: Tx, piece: ClaimedPiece, segments: number): Promise<void> {
  const { due_at } = await tx
    .selectFrom('transcode_pieces')
    .select('due_at')
    .where('content_id', '=', piece.contentId)
    .where('rung_group', '=', piece.group)
    .where('first_segment', '=', piece.firstSegment)
    .executeTakeFirstOrThrow()
  // The number of segments of the last piece is not known exactly, but it is at least one more than `segments`.
  const part = segments / Math.max(piece.segments ?? 0, segments + 1)
  await updateClaimedPiece(tx, piece, { segments, work: piece.work * part })
  await tx
    .insertInto('transcode_pieces')
    .values({
      content_id: piece.contentId,
      fence: piece.fence,
      rung_group: piece.group,
      rungs: piece.rungs,
      first_segment: piece.firstSegment + segments,
      segments: piece.segments === null ? null : piece.segments - segments,
      work: piece.work * (1 - part),
      due_at,
    })
    .execute()
  // This process ends its job, and other workers may already have done all other jobs.
  await enqueue(tx, pieceEncodingJob, {})
}
