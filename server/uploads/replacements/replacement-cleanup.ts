import type { Tx } from '#server/platform/db/db.ts'
import { defineJob, enqueue } from '#server/platform/queue/queue.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { getUploadStorageKey } from '../upload-storage-keys.ts'
import { withUploadLock } from '../upload-locks.ts'
import { removeUploadedBytes } from '../upload-store.ts'

interface Leftovers {
  /**
   * The uploads whose bytes are deleted because the upload rows are gone or the bytes are no longer needed.
   */
  uploads: string[]
  /** The storage folders of transcode attempts that nothing references any more. */
  folders: string[]
}

/** The job that deletes what a finished or cancelled replacement no longer needs. */
export const replacementCleanupJob = defineJob<Leftovers>('clean-up-replacement', {
  retryLimit: 20,
  retryDelay: 30,
  retryDelayMax: 3600,
})

export async function enqueueReplacementCleanup(tx: Tx, leftovers: Leftovers): Promise<void> {
  if (leftovers.uploads.length + leftovers.folders.length > 0)
    await enqueue(tx, replacementCleanupJob, leftovers)
}

/** Takes the upload's lock to stop a client that is still sending. */
export async function deleteReplacementLeftovers({ uploads, folders }: Leftovers): Promise<void> {
  for (const id of uploads)
    await withUploadLock(
      getUploadStorageKey(id),
      () => {},
      () => removeUploadedBytes(id),
    )
  for (const folder of folders) await storage.remove(folder)
}
