import { useSyncExternalStore } from 'react'
import {
  isQueuedUploadActive,
  isQueuedUploadRejected,
  isQueuedFileUploaded,
  type QueuedUpload,
} from './queued-upload.ts'
import { type StoredUploadQueueEntry, writeStoredUploadQueue } from './upload-queue-storage.ts'

/**
 * The upload queue of this tab. The queue is stored outside the page components, so navigating to another
 * page does not stop the uploads.
 */
export interface UploadQueue {
  entries: QueuedUpload[]
  isPaused: boolean
}

const emptyQueue: UploadQueue = { entries: [], isPaused: false }
let queue = emptyQueue
const listeners = new Set<() => void>()
let releaseLock: (() => void) | null = null

export const getUploadQueue = () => queue

export function useUploadQueue(): UploadQueue {
  return useSyncExternalStore(subscribeToUploadQueue, getUploadQueue, () => emptyQueue)
}

/**
 * The id of the video that is currently being sent. Unlike the progress, this id rarely changes, so
 * components that need only the id do not re-render whenever the progress changes.
 */
export function useUploadingContentId(): string | null {
  return useSyncExternalStore(subscribeToUploadQueue, getSendingContentId, () => null)
}

const getSendingContentId = () => queue.entries.find(({ phase }) => phase === 'uploading')?.contentId ?? null

export function subscribeToUploadQueue(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function setUploadQueue(patch: Partial<UploadQueue>) {
  queue = { ...queue, ...patch }
  if (queue.entries.length === 0) queue = emptyQueue
  storeQueue()
  updateUnloadWarning()
  for (const notifyListener of listeners) notifyListener()
}

/** Changes a queue entry, unless the creator has removed the entry in the meantime. */
export function updateQueuedUpload(id: string, patch: Partial<QueuedUpload>) {
  if (!findQueuedUpload(id)) return
  setUploadQueue({
    entries: queue.entries.map((entry) => (entry.id === id ? { ...entry, ...patch } : entry)),
  })
}

export function findQueuedUpload(id: string): QueuedUpload | undefined {
  return queue.entries.find((entry) => entry.id === id)
}

/**
 * Makes this tab the only one that may store its queue. If two tabs restored the same queue, each video would
 * be uploaded twice. Returns false if another tab already stores its queue, or if the browser cannot tell
 * whether another tab does.
 */
export function claimStoredQueue(): Promise<boolean> {
  if (releaseLock) return Promise.resolve(true)
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const options = { ifAvailable: true }
  void locks.request('upload-queue', options, (lock) => {
    resolve(lock !== null)
    if (!lock) return
    return new Promise<void>((release) => (releaseLock = release))
  })
  return promise.then((isClaimed) => {
    if (isClaimed && queue.entries.length > 0) storeQueue()
    return isClaimed
  })
}

/** Lets another tab take over the stored queue. */
export function releaseUploadQueueLock() {
  releaseLock?.()
  releaseLock = null
}

function storeQueue() {
  if (!releaseLock) return
  writeStoredUploadQueue(queue.entries.filter(isWorthStoring).map(toStoredEntry))
  if (queue.entries.length === 0) releaseUploadQueueLock()
}

/** A file that the server has rejected can never be uploaded, so there is nothing to resume. */
const isWorthStoring = (entry: QueuedUpload) => !isQueuedFileUploaded(entry) && !isQueuedUploadRejected(entry)

function toStoredEntry(entry: QueuedUpload): StoredUploadQueueEntry {
  const {
    id,
    owner,
    fileName,
    fileSize,
    lastModified,
    details,
    compress,
    keepsOriginal,
    contentId,
    payload,
    phase,
  } = entry
  const hasCaptions = entry.captions.length > 0
  const { preprocessedKey: key, name = '', isCompressed = false } = payload ?? {}
  const isSubmitted = phase !== 'editing' && phase !== 'missing'
  const prepared = key ? { key, name, isCompressed } : null
  return {
    id,
    owner,
    fileName,
    fileSize,
    lastModified,
    details,
    compress,
    keepsOriginal,
    hasCaptions,
    isSubmitted,
    contentId,
    prepared,
  }
}

/** Warns the creator before the tab is closed while a video is being prepared or sent. */
function updateUnloadWarning() {
  if (queue.entries.some(isQueuedUploadActive)) addEventListener('beforeunload', warnBeforeUnload)
  else removeEventListener('beforeunload', warnBeforeUnload)
}

function warnBeforeUnload(event: BeforeUnloadEvent) {
  event.preventDefault()
}
