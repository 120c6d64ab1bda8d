import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { config } from '#server/platform/config.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { withStorageRetry } from '../storage-retry.ts'
import type { TranscodeAttempt } from '../transcode-attempt.ts'

/** Keeps the uploaded file of the video whose pieces are being encoded, so it is fetched from the bucket once. */
export interface OriginalCache {
  /** Returns the path of the video's file on this machine. */
  fetch(run: TranscodeAttempt): Promise<string>
  clear(): Promise<void>
}

export function createOriginalCache(): OriginalCache {
  // Workers on several machines can share the data folder.
  const suffix = randomUUID().slice(0, 8)
  let folder: string | undefined
  const clear = async () => {
    if (folder) await rm(folder, { recursive: true, force: true })
    folder = undefined
  }
  const fetch = async (run: TranscodeAttempt) => {
    const wanted = join(config.dataDir, 'work', `${run.contentId}-${run.fence}-piece-original-${suffix}`)
    const path = join(wanted, 'input')
    if (folder === wanted) return path
    await clear()
    await mkdir(wanted, { recursive: true, mode: 0o700 })
    folder = wanted
    await withStorageRetry(run, () => storage.fetchTo(run.original, path)).catch(async (error: unknown) => {
      await clear()
      throw error
    })
    return path
  }
  return { fetch, clear }
}
