import { MediaRejectedError } from '#media/media-rejection.ts'
import { SandboxUnavailableError } from '#media/sandbox/spawn-sandboxed.ts'
import { log } from '#server/platform/log.ts'
import { waitForPublication } from './publication-hold.ts'
import { maxTranscodeAttempts, StaleAttemptError, type TranscodeAttempt } from './transcode-attempt.ts'
import { failTranscodeAttempt, rejectUpload, requeueTranscodeAttempt } from './transcode-attempt-outcome.ts'
import { postponeAttemptUntilSandboxAvailable } from './wait-for-sandbox.ts'

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
