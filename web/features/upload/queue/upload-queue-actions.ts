import { callApi } from '#web/api/api-client.ts'
import { deleteContent } from '#contract/content/own-content.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { uploadQueueMessages } from '#web/messages/upload/upload-queue.ts'
import { deletePreprocessedFile } from '../preprocessing/preprocessed-file-storage.ts'
import {
  changeUploadType,
  validateVideoDetails,
  validateVideoFile,
  type VideoDetails,
} from '../details/video-details.ts'
import { deleteLocalUploadData } from '../transfer/local-upload-cleanup.ts'
import {
  createQueuedUpload,
  isQueuedUploadEditable,
  isFileOfQueuedUpload,
  isQueuedUploadMovable,
  isQueuedFileUploaded,
  maxQueuedUploads,
  type QueuedUpload,
} from './queued-upload.ts'
import {
  claimStoredQueue,
  findQueuedUpload,
  getUploadQueue,
  setUploadQueue,
  updateQueuedUpload,
} from './upload-queue-state.ts'
import { advanceUploadQueue, stopQueuedUpload } from './upload-queue-scheduler.ts'

/**
 * Adds videos to the upload queue. If the creator adds a file that an entry lost when the page was reloaded,
 * the file is attached to this entry. A file that is not a video is rejected with the same message as in the
 * upload form.
 */
export function addFilesToQueue(owner: string, files: File[], defaults: VideoDetails): void {
  void claimStoredQueue()
  let entries = [...getUploadQueue().entries]
  let tooMany = 0
  for (const file of files) {
    const known = entries.find((entry) => isFileOfQueuedUpload(entry, file) && !isQueuedFileUploaded(entry))
    const problem = validateVideoFile(defaults.type, file)
    if (known?.phase === 'missing')
      entries = entries.map((entry) => (entry === known ? { ...known, file, phase: 'editing' } : entry))
    else if (known) continue
    else if (problem && problem.code !== 'file_too_large')
      showToast.error(problem.title, uploadQueueMessages.notAdded({ file: file.name, why: problem.detail }))
    else if (entries.length >= maxQueuedUploads) tooMany += 1
    else entries.push(createQueuedUpload(owner, file, entries.at(-1)?.details ?? defaults))
  }
  setUploadQueue({ entries })
  if (tooMany > 0)
    showToast.error(
      uploadQueueMessages.full.title,
      uploadQueueMessages.full.detail({ most: maxQueuedUploads, left: tooMany }),
    )
}

export function changeQueuedDetails(id: string, patch: Partial<VideoDetails>): void {
  const entry = findQueuedUpload(id)
  if (!entry || !isQueuedUploadEditable(entry)) return
  const { details } = entry
  updateQueuedUpload(id, {
    details: { ...changeUploadType(details, patch.type ?? details.type), ...patch },
    error: entry.phase === 'failed' ? entry.error : null,
  })
}

/** Changes the caption files of a video, or the choice to upload its original file. */
export function changeQueuedFiles(
  id: string,
  patch: Partial<Pick<QueuedUpload, 'captions' | 'keepsOriginal'>>,
): void {
  const entry = findQueuedUpload(id)
  if (entry && isQueuedUploadEditable(entry))
    updateQueuedUpload(id, { ...patch, ...(patch.captions && { notes: [] }) })
}

/**
 * Copies the details of this video, except those that apply to one video only, to all videos that have not
 * been uploaded yet.
 */
export function copyDetailsToWholeQueue(id: string): void {
  const { type, genre, tags, visibility, rating, publication_state, publish_at } =
    findQueuedUpload(id)!.details
  const shared = { genre, tags, visibility, rating, publication_state, publish_at }
  setUploadQueue({
    entries: getUploadQueue().entries.map((entry) => {
      if (
        entry.id === id ||
        !isQueuedUploadEditable(entry) ||
        (entry.contentId && entry.details.type !== type)
      )
        return entry
      return { ...entry, details: { ...entry.details, type, ...shared }, error: null }
    }),
  })
}

/**
 * Marks every entry with complete details as ready for upload. Returns the first entry whose details must be
 * corrected, if there is one.
 */
export function markQueuedUploadsReady(compress: boolean): string | undefined {
  let invalid: string | undefined
  const entries = getUploadQueue().entries.map((entry): QueuedUpload => {
    if (entry.phase !== 'editing') return entry
    const problem = validateVideoDetails(entry.details, {
      file: { name: entry.fileName, size: entry.fileSize },
    })
    if (!problem) return { ...entry, phase: 'waiting', compress, error: null }
    invalid ??= entry.id
    return { ...entry, error: problem }
  })
  setUploadQueue({ entries })
  advanceUploadQueue()
  return invalid
}

/**
 * Puts a failed video back into the queue. The bytes that the server has already received are not sent again.
 */
export function retryQueuedUpload(id: string): void {
  updateQueuedUpload(id, {
    phase: 'waiting',
    error: null,
    hold: null,
    isPrepared: false,
    notes: [],
    captionFailures: [],
  })
  advanceUploadQueue()
}

/**
 * Removes a video from the upload queue. Everything that the server has received for this video is deleted,
 * unless the upload is already complete.
 */
export async function removeFromQueue(id: string): Promise<void> {
  const entry = findQueuedUpload(id)
  if (!entry) return
  stopQueuedUpload(id, 'removed')
  setUploadQueue({ entries: getUploadQueue().entries.filter((other) => other.id !== id) })
  advanceUploadQueue()
  if (isQueuedFileUploaded(entry)) return
  if (entry.payload?.preprocessedKey) void deletePreprocessedFile(entry.payload.preprocessedKey)
  if (!entry.contentId) return
  deleteLocalUploadData(entry.contentId)
  await callApi(deleteContent, { params: { id: entry.contentId } }).catch(() => undefined)
}

/** Moves a video up (-1) or down (+1) by one place among the videos that have not been sent yet. */
export function moveInQueue(id: string, by: -1 | 1): void {
  const entries = [...getUploadQueue().entries]
  const from = entries.findIndex((entry) => entry.id === id)
  if (!canMoveInQueue(entries, from, by)) return
  entries.splice(from + by, 0, ...entries.splice(from, 1))
  setUploadQueue({ entries })
  advanceUploadQueue()
}

export function canMoveInQueue(entries: QueuedUpload[], from: number, by: -1 | 1): boolean {
  return [entries[from], entries[from + by]].every((entry) => entry && isQueuedUploadMovable(entry))
}

/** Removes all uploaded videos from the queue. The uploaded videos remain on the dashboard. */
export function clearUploadedVideosFromQueue(): void {
  setUploadQueue({ entries: getUploadQueue().entries.filter((entry) => !isQueuedFileUploaded(entry)) })
}
