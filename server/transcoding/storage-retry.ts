import { setTimeout as pause } from 'node:timers/promises'
import { log } from '#server/platform/log.ts'
import { StorageUnavailable } from '#server/platform/storage/storage-errors.ts'
import type { TranscodeAttempt } from './transcode-attempt.ts'

const maxWaitMs = 15 * 60_000

/**
 * Does what needs the storage, and does it again while that is away: what has been made of a film waits on this machine, and its
 * owner need not know. After a quarter of an hour it throws StorageUnavailable: then the try has failed as by anything else of ours.
 */
export async function withStorageRetry<T>(
  { contentId, signal }: TranscodeAttempt,
  work: () => Promise<T>,
): Promise<T> {
  const latest = Date.now() + maxWaitMs
  for (let wait = 500; ; wait = Math.min(2 * wait, 5000)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StorageUnavailable) || Date.now() > latest) throw error
      log.warn('the storage is away: a film waits for it', { contentId, error: error.message })
      await pause(wait, undefined, { signal })
    }
  }
}

/** What is left when this fails is swept within the hour: no row names it. */
export async function tryCleanup(work: () => Promise<void>): Promise<void> {
  await work().catch((error: Error) => log.warn('left for the sweep', { error: error.message }))
}
