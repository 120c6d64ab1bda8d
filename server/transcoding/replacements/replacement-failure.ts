import type { MediaRejectedError } from '#media/media-rejection.ts'
import { log } from '#server/platform/log.ts'
import { endVideoReplacement } from '#server/uploads/replacements/end-replacement.ts'
import { maxTranscodeAttempts, type TranscodeAttempt } from '../transcode-attempt.ts'
import { runInReplacementAttemptTransaction } from './replacement-attempt.ts'

/**
 * Ends the replacement because the new file cannot be used. The owner sees the reason, and the item keeps its
 * current file.
 */
export async function rejectReplacement(
  run: TranscodeAttempt,
  { code, title, detail }: MediaRejectedError,
): Promise<void> {
  await runInReplacementAttemptTransaction(run, { changesItem: true }, async (tx) => {
    await endVideoReplacement(tx, run.contentId, {
      state: 'refused',
      error_title: title,
      error_detail: detail,
    })
  })
  log.info('replacement refused', { reason: code, contentId: run.contentId })
}

/** Records a failure that was not caused by the file. Returns true if this was the last attempt. */
export async function markVideoReplacementFailed(run: TranscodeAttempt, error: unknown): Promise<boolean> {
  const isLast = run.tries >= maxTranscodeAttempts
  const message = error instanceof Error ? error.message : String(error)
  log.warn('processing failed', { contentId: run.contentId, try: run.tries, error: message.slice(0, 2000) })
  await runInReplacementAttemptTransaction(run, { changesItem: true }, async (tx) => {
    if (isLast)
      return void (await endVideoReplacement(tx, run.contentId, {
        state: 'failed',
        error_title: 'Upload failed',
        error_detail: 'Please try again.',
      }))
    await tx
      .updateTable('stream_replacements')
      .set({ state: 'received', eta_seconds: null })
      .where('content_id', '=', run.contentId)
      .execute()
  })
  return isLast
}
