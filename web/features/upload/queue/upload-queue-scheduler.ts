import { getCurrentUpload, subscribeToCurrentUpload } from '../transfer/current-upload.ts'
import { deleteLocalUploadData } from '../transfer/local-upload-cleanup.ts'
import { hasStorageSpaceFor } from '../preprocessing/preprocessed-file-storage.ts'
import { prepareQueuedUpload } from './prepare-queued-upload.ts'
import type { QueuedUpload } from './queued-upload.ts'
import { describeUploadQueueFailure } from './upload-queue-failures.ts'
import { findQueuedUpload, getUploadQueue, setUploadQueue, updateQueuedUpload } from './upload-queue-state.ts'
import { pauseQueuedTransfer, resumeQueuedTransfer, sendQueuedUpload } from './send-queued-upload.ts'
import { pollQueueProcessingStatus } from './poll-queue-processing-status.ts'

/**
 * The work in progress: at most one video is being prepared while at most one other video is being sent.
 */
const running: { preparing: string | null; sending: string | null } = { preparing: null, sending: null }
const abortControllers = new Map<string, AbortController>()
let retryTimer: ReturnType<typeof setTimeout> | undefined
let isWaitingForSpace = false

/**
 * Starts all work in the queue that can run now. Called after every change that may allow another video to
 * start.
 */
export function advanceUploadQueue(): void {
  pollQueueProcessingStatus()
  const { entries, isPaused } = getUploadQueue()
  if (isPaused || retryTimer) return
  const waiting = entries.filter(({ phase }) => phase === 'waiting')
  const unprepared = waiting.find(({ isPrepared }) => !isPrepared)
  if (unprepared && !running.preparing && !isWaitingForSpace) void run('preparing', unprepared, prepare)
  // Send nothing while a single upload is running, because it uses the connection.
  if (waiting[0]?.isPrepared && !running.sending && !isSingleUploadActive())
    void run('sending', waiting[0], sendQueuedUpload)
}

async function run(
  slot: keyof typeof running,
  entry: QueuedUpload,
  work: (entry: QueuedUpload, signal: AbortSignal) => Promise<void>,
) {
  running[slot] = entry.id
  const controller = new AbortController()
  abortControllers.set(entry.id, controller)
  try {
    await work(entry, controller.signal)
  } catch (error) {
    if (!controller.signal.aborted) handleFailure(entry.id, error)
  } finally {
    running[slot] = null
    if (abortControllers.get(entry.id) === controller) abortControllers.delete(entry.id)
    if (slot === 'sending') isWaitingForSpace = false
    advanceUploadQueue()
  }
}

/**
 * Prepares the next video while another one is being sent. Preparing videos in advance keeps the connection
 * busy, and prepared copies on this device survive a reload. If there is no space for another copy, the next
 * video is prepared only when its turn comes.
 */
async function prepare(entry: QueuedUpload, signal: AbortSignal) {
  if (running.sending && entry.file && !(await hasSpaceFor(entry.file))) {
    isWaitingForSpace = running.sending !== null
    return
  }
  if (signal.aborted) return
  updateQueuedUpload(entry.id, { phase: 'preparing', hold: null, progress: 0 })
  await prepareQueuedUpload(findQueuedUpload(entry.id) ?? entry, signal)
}

/** A browser that cannot estimate its free space has no private file system, so nothing is copied. */
const hasSpaceFor = ({ size }: File) =>
  Promise.resolve()
    .then(() => hasStorageSpaceFor(size))
    .catch(() => true)

function handleFailure(id: string, error: unknown) {
  const entry = findQueuedUpload(id)
  const { patch, retryInSeconds, pausesQueue } = describeUploadQueueFailure(error, Boolean(entry?.contentId))
  // When the server rejects a file, it deletes the bytes that it has received.
  if (patch.phase === 'failed' && !patch.isRetryable && entry?.contentId)
    deleteLocalUploadData(entry.contentId)
  updateQueuedUpload(id, patch)
  if (pausesQueue) setUploadQueue({ isPaused: true })
  if (retryInSeconds) {
    retryTimer = setTimeout(retryNow, retryInSeconds * 1000)
    addEventListener('online', retryNow)
  }
}

function retryNow() {
  clearTimeout(retryTimer)
  retryTimer = undefined
  removeEventListener('online', retryNow)
  advanceUploadQueue()
}

export function pauseUploadQueue(): void {
  setUploadQueue({ isPaused: true })
  pauseQueuedTransfer()
}

export function resumeUploadQueue(): void {
  setUploadQueue({ isPaused: false })
  resumeQueuedTransfer()
  retryNow()
}

/**
 * Stops all work for one queue entry. With the reason `removed`, a draft that is being created at that moment
 * is deleted too.
 */
export function stopQueuedUpload(id: string, reason: 'removed' | 'signed-out'): void {
  abortControllers.get(id)?.abort(reason)
}

function isSingleUploadActive(): boolean {
  return ['loading', 'transcoding', 'uploading'].includes(getCurrentUpload()?.phase ?? '')
}

subscribeToCurrentUpload(() => !isSingleUploadActive() && advanceUploadQueue())
