import { MediaRejectedError } from '#media/media-rejection.ts'
import { SandboxUnavailableError } from '#media/sandbox/spawn-sandboxed.ts'
import { requestAutomaticCaptions } from '#server/captions/automatic/automatic-captions-job.ts'
import { emitEvent } from '#server/domain-events.ts'
import { log } from '#server/platform/log.ts'
import { announceRemoval, forgetRemoval } from '#server/platform/storage/storage-writes.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { db, type Tx } from '#server/platform/db/db.ts'
import {
  type TranscodeAttempt,
  runInTranscodeAttemptTransaction,
  maxTranscodeAttempts,
  StaleAttemptError,
} from './transcode-attempt.ts'
import { waitForPublication } from './publication-hold.ts'
import { postponeAttemptUntilSandboxAvailable } from './media-tools/wait-for-sandbox.ts'
import { publishStreamStatus } from './stream-status.ts'
import { keepOriginal } from './idle-encoding/kept-originals.ts'
import { requeueTranscode, returnUncountedAttempt } from './requeue-transcode.ts'
import { runCleanupIgnoringErrors } from './storage-retry.ts'

/** Marks the attempt as complete, and deletes the original file unless this installation keeps originals. */
export async function finishTranscodeAttempt(run: TranscodeAttempt): Promise<void> {
  const removal = await runInTranscodeAttemptTransaction(run, async (tx) => {
    await tx
      .updateTable('streams')
      .set({ state: 'ready', percent: 100, eta_seconds: null, finished_at: new Date() })
      .where('content_id', '=', run.contentId)
      .execute()
    await deletePieces(tx, run)
    const keeps = await keepOriginal(tx, run.contentId)
    if (!keeps)
      await tx.updateTable('content').set({ file_url: null }).where('id', '=', run.contentId).execute()
    await requestAutomaticCaptions(tx, run.contentId)
    await publishStreamStatus(tx, run.contentId)
    return keeps ? null : announceRemoval(tx, { owner: run.original, prefixes: [run.original] })
  })
  await runCleanupIgnoringErrors(async () => {
    if (removal) {
      await storage.remove(run.original)
      await forgetRemoval(removal)
    }
    await removeEarlierAttempts(run)
  })
}

/** Handles the failure of an attempt. Throws if the queue should retry. */
export async function handleAttemptError(
  run: TranscodeAttempt,
  error: unknown,
  stopping: AbortSignal,
): Promise<void> {
  try {
    if (error instanceof StaleAttemptError)
      return log.info('a stale attempt was stopped', { contentId: run.contentId })
    if (error instanceof SandboxUnavailableError) return await postponeAttemptUntilSandboxAvailable(run)
    if (error instanceof MediaRejectedError) {
      await waitForPublication(run, { signal: stopping })
      return await rejectUpload(run, error)
    }
    if (stopping.aborted) return await requeueTranscodeAttempt(run)
    // Even if the recording of a broadcast has failed, viewers can watch the rest of the broadcast.
    if (run.tries >= maxTranscodeAttempts) await waitForPublication(run, { signal: stopping })
    if (await failTranscodeAttempt(run, error)) return
  } catch (failure) {
    if (failure instanceof StaleAttemptError) return
    throw failure
  }
  throw error
}

/**
 * Rejects an upload because its file cannot be used. The owner sees the reason, all files of the upload are
 * deleted, and the upload is never retried.
 */
async function rejectUpload(
  run: TranscodeAttempt,
  { code, title, detail }: MediaRejectedError,
): Promise<void> {
  const removals = await runInTranscodeAttemptTransaction(run, async (tx) => {
    await tx
      .updateTable('streams')
      .set({ state: 'refused', playable: false, eta_seconds: null, finished_at: new Date() })
      .set({ error_title: title, error_detail: detail })
      .where('content_id', '=', run.contentId)
      .execute()
    await tx
      .updateTable('content')
      .set({ stream_status: 'failed', stream_url: null, file_url: null, storyboard_url: null })
      .set({ stream_thumbnail_url: null, preview_url: null })
      .where('id', '=', run.contentId)
      .execute()
    await deletePieces(tx, run)
    await tx.deleteFrom('renditions').where('content_id', '=', run.contentId).execute()
    await publishStreamStatus(tx, run.contentId)
    await emitEvent(tx, { type: 'upload_failed', contentId: run.contentId })
    const owner = `media/${run.playbackId}`
    const prefixes = Array.from({ length: run.fence }, (_, n) => `${owner}/${n + 1}`)
    return [
      await announceRemoval(tx, { owner, prefixes }),
      await announceRemoval(tx, { owner: run.original, prefixes: [run.original] }),
    ]
  })
  await runCleanupIgnoringErrors(async () => {
    for (let fence = 1; fence <= run.fence; fence++) await storage.remove(`media/${run.playbackId}/${fence}`)
    await storage.remove(run.original)
    for (const removal of removals) await forgetRemoval(removal)
  })
  log.info('upload refused', { reason: code, contentId: run.contentId })
}

/**
 * Returns the upload to the queue because this process must stop. The attempt does not count as a failure.
 */
async function requeueTranscodeAttempt(run: TranscodeAttempt): Promise<void> {
  await runInTranscodeAttemptTransaction(run, async (tx) => {
    await returnUncountedAttempt(tx, run)
    await requeueTranscode(tx, run.contentId)
  })
}

/**
 * Records a failure that was not caused by the uploaded file. Returns true if this was the last attempt.
 * Renditions that are already playable are kept.
 */
export async function failTranscodeAttempt(run: TranscodeAttempt, error: unknown): Promise<boolean> {
  const isLast = run.tries >= maxTranscodeAttempts
  const message = error instanceof Error ? error.message : String(error)
  log.warn('processing failed', { contentId: run.contentId, try: run.tries, error: message.slice(0, 2000) })
  await runInTranscodeAttemptTransaction(run, async (tx) => {
    await tx
      .updateTable('streams')
      .set({ state: isLast ? 'failed' : 'received', eta_seconds: null })
      .set(isLast ? { ...failureMessage, finished_at: new Date() } : {})
      .where('content_id', '=', run.contentId)
      .execute()
    await deletePieces(tx, run)
    if (isLast)
      await tx
        .updateTable('content')
        .set({ stream_status: 'failed' })
        .where('id', '=', run.contentId)
        .where('stream_status', '!=', 'ready')
        .execute()
    await publishStreamStatus(tx, run.contentId)
    if (isLast) await emitEvent(tx, { type: 'upload_failed', contentId: run.contentId })
  })
  return isLast
}

/** Pieces belong to one attempt and are never used by another one. */
async function deletePieces(tx: Tx, run: TranscodeAttempt): Promise<void> {
  await tx.deleteFrom('transcode_pieces').where('content_id', '=', run.contentId).execute()
}

const failureMessage = { error_title: 'Upload failed', error_detail: 'Please try again.' }

/**
 * Removes the files that earlier attempts stored but did not publish, such as a folder that was being stored
 * when the process was killed.
 */
async function removeEarlierAttempts(run: TranscodeAttempt): Promise<void> {
  for (let fence = 1; fence < run.fence; fence++) {
    const published = await db
      .selectFrom('renditions')
      .select('folder')
      .where('content_id', '=', run.contentId)
      .where('fence', '=', fence)
      .execute()
    const kept = new Set(published.map(({ folder }) => folder))
    if (kept.size === 0) await storage.remove(`media/${run.playbackId}/${fence}`)
    else await removeUnpublishedFolders(`media/${run.playbackId}`, fence, kept)
  }
}

/**
 * Removes rendition folders that have no database row. The images next to the rendition folders stay, because
 * they are deleted together with the folder of the whole attempt.
 */
async function removeUnpublishedFolders(prefix: string, fence: number, kept: Set<string>): Promise<void> {
  const found = new Set<string>()
  for await (const key of storage.list(`${prefix}/${fence}`)) {
    const [name, ...below] = key.slice(`${prefix}/${fence}/`.length).split('/')
    const isPicture = below.length === 0 && !name!.endsWith('.part')
    if (!isPicture && !kept.has(`${fence}/${name}`)) found.add(`${prefix}/${fence}/${name}`)
  }
  for (const left of found) await storage.remove(left)
}
