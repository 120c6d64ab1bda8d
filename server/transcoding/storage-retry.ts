import { setTimeout as pause } from 'node:timers/promises'
import { log } from '#server/platform/log.ts'
import { StorageUnavailableError } from '#server/platform/storage/storage-errors.ts'
import type { TranscodeAttempt } from './transcode-attempt.ts'

const maxWaitMs = 15 * 60_000

/**
 * Retries `work` while storage is unavailable. During the retries, the encoded files stay on this machine,
 * and the owner sees no error. After 15 minutes, throws StorageUnavailableError, and the attempt counts as
 * failed.
 */
export async function withStorageRetry<T>(
  { contentId, signal }: Pick<TranscodeAttempt, 'contentId' | 'signal'>,
  work: () => Promise<T>,
): Promise<T> {
  const latest = Date.now() + maxWaitMs
  for (let wait = 500; ; wait = Math.min(2 * wait, 5000)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StorageUnavailableError) || Date.now() > latest) throw error
      log.warn('the storage is away: a video waits for it', { contentId, error: error.message })
      await pause(wait, undefined, { signal })
    }
  }
}

/**
 * Runs a cleanup and logs failures. Files left behind have no database row, so a sweep of orphaned files
 * deletes them (operations/sweep/).
 */
export async function runCleanupIgnoringErrors(work: () => Promise<void>): Promise<void> {
  await work().catch((error: Error) =>
    log.warn('cleanup failed, left for the sweep', { error: error.message }),
  )
}
