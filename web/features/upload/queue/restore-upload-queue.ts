import { useEffect } from 'react'
import { uploadCaptionsMessages } from '#web/messages/upload/upload-captions.ts'
import { getPreprocessedFile } from '../preprocessing/preprocessed-file-storage.ts'
import { clearUploadedVideosFromQueue } from './upload-queue-actions.ts'
import { createInitialQueuedUploadState, isQueuedFileUploaded, type QueuedUpload } from './queued-upload.ts'
import { readStoredUploadQueue, type StoredUploadQueueEntry } from './upload-queue-storage.ts'
import {
  claimStoredQueue,
  getUploadQueue,
  releaseUploadQueueLock,
  setUploadQueue,
} from './upload-queue-state.ts'
import { stopQueuedUpload } from './upload-queue-scheduler.ts'

/**
 * Restores the queue that an earlier page in this browser stored. The restored queue stays paused until the
 * creator resumes it.
 */
export function useRestoreUploadQueue(owner: string): void {
  useEffect(() => void restoreQueue(owner), [owner])
}

/** When the creator opens the form for another video, removes all entries from a finished queue. */
export function useClearUploadQueueWhenFinished(): void {
  useEffect(() => {
    if (getUploadQueue().entries.every(isQueuedFileUploaded)) clearUploadedVideosFromQueue()
  }, [])
}

async function restoreQueue(owner: string) {
  if (getUploadQueue().entries.length > 0 || readStoredUploadQueue(owner).length === 0) return
  if (!(await claimStoredQueue())) return
  const restored = await Promise.all(readStoredUploadQueue(owner).map(restoreEntry))
  // While the stored files were being opened, the creator may have added other videos.
  const { entries } = getUploadQueue()
  if (restored.length + entries.length === 0) return releaseUploadQueueLock()
  const isInterrupted = restored.some(({ phase }) => phase === 'waiting')
  setUploadQueue({ entries: [...restored, ...entries], ...(isInterrupted && { isPaused: true }) })
}

async function restoreEntry(stored: StoredUploadQueueEntry): Promise<QueuedUpload> {
  const { isSubmitted, prepared, hasCaptions, ...kept } = stored
  const file = prepared && (await getPreprocessedFile(prepared.key))
  return {
    ...createInitialQueuedUploadState(),
    ...kept,
    keepsOriginal: kept.keepsOriginal ?? false,
    notes: hasCaptions ? [uploadCaptionsMessages.again] : [],
    file: null,
    phase: !file ? 'missing' : isSubmitted ? 'waiting' : 'editing',
    payload: file && {
      file,
      name: prepared!.name,
      preprocessedKey: prepared!.key,
      isCompressed: prepared!.isCompressed,
    },
  }
}

/**
 * Clears the queue in this browser when the creator signs out. The drafts of the queued videos stay on the
 * server, as with a single upload.
 */
function forgetQueue() {
  for (const { id } of getUploadQueue().entries) stopQueuedUpload(id, 'signed-out')
  setUploadQueue({ entries: [] })
}

if (typeof window !== 'undefined') addEventListener('signing-out', forgetQueue)
