import type { CaptionUploadFailure, PendingCaptionFile } from '../captions/upload-caption.ts'
import type { VideoDetails } from '../details/video-details.ts'
import type { TransferStallReason } from '../transfer/tus-transfer.ts'
import type { UnfinishedUpload } from '../transfer/unfinished-uploads.ts'
import type { UploadPayload } from '../transfer/upload-payload.ts'
import { suggestTitle } from './title-from-file-name.ts'

/**
 * - `editing`: the creator has not pressed “Upload” yet.
 * - `missing`: after a reload, the browser no longer has the file, so the creator has to choose it again.
 * - `waiting`: the video is waiting for its turn, and may already have been prepared.
 * - `received`: the server is still processing the video, but this tab no longer waits for the result.
 */
export type QueuedUploadPhase =
  | 'editing'
  | 'missing'
  | 'waiting'
  | 'preparing'
  | 'uploading'
  | 'processing'
  | 'ready'
  | 'received'
  | 'failed'

/** One video in the upload queue. */
export interface QueuedUpload {
  id: string
  owner: string
  phase: QueuedUploadPhase
  /**
   * The reason why the upload makes no progress. `slot`: the account already has three uploads running in
   * other tabs or on other devices.
   */
  hold: TransferStallReason | 'slot' | null
  /** The chosen file, or null after the page has been reloaded. */
  file: File | null
  fileName: string
  fileSize: number
  lastModified: number
  details: VideoDetails
  /** Caption files cannot be stored in the browser, so they are lost when the page is reloaded. */
  captions: readonly PendingCaptionFile[]
  /** True to compress the video before it is uploaded. */
  compress: boolean
  /** True to upload the original file, because preprocessing would remove the text tracks in it. */
  keepsOriginal: boolean
  /** True once `payload` and `unfinished` are up to date, so the file can be sent. */
  isPrepared: boolean
  payload: UploadPayload | null
  unfinished: UnfinishedUpload | null
  /** The progress of the current phase, from 0 to 1. */
  progress: number
  contentId: string | null
  streamId: string | null
  error: { title: string; detail: string; field?: string | undefined } | null
  /** True if retrying the upload can succeed. */
  isRetryable: boolean
  /** Warnings about problems that did not stop the upload. */
  notes: string[]
  /** The caption files that could not be added to the video. */
  captionFailures: CaptionUploadFailure[]
}

/** The maximum number of videos in the queue. The browser also remembers at most 20 unfinished uploads. */
export const maxQueuedUploads = 20

/**
 * A new queue entry takes its details from the previous entry, except for details that apply to one video
 * only.
 */
export function createQueuedUpload(owner: string, file: File, previous: VideoDetails): QueuedUpload {
  return {
    id: crypto.randomUUID(),
    owner,
    phase: 'editing',
    file,
    fileName: file.name,
    fileSize: file.size,
    lastModified: file.lastModified,
    details: {
      ...previous,
      title: suggestTitle(file.name),
      description: '',
      trailer: '',
      series: previous.series ? { ...previous.series, episode: previous.series.episode + 1 } : null,
    },
    ...createInitialQueuedUploadState(),
  }
}

export function createInitialQueuedUploadState() {
  return {
    hold: null,
    captions: [],
    compress: false,
    keepsOriginal: false,
    isPrepared: false,
    payload: null,
    unfinished: null,
    progress: 0,
    contentId: null,
    streamId: null,
    error: null,
    isRetryable: false,
    notes: [],
    captionFailures: [],
  }
}

export const isQueuedUploadActive = ({ phase }: QueuedUpload) =>
  phase === 'preparing' || phase === 'uploading'

/** Returns whether the server has received the whole file. */
export const isQueuedFileUploaded = ({ phase }: QueuedUpload) =>
  ['processing', 'ready', 'received'].includes(phase)

/** Returns whether the server has rejected the file, in which case the entry can only be removed. */
export const isQueuedUploadRejected = ({ phase, isRetryable }: QueuedUpload) =>
  phase === 'failed' && !isRetryable

/** Returns whether moving the video in the queue can still change the order of the uploads. */
export const isQueuedUploadMovable = (entry: QueuedUpload) =>
  !isQueuedFileUploaded(entry) && !isQueuedUploadRejected(entry) && entry.phase !== 'uploading'

/** Returns whether the creator can still change the details of the video in the queue. */
export const isQueuedUploadEditable = (entry: QueuedUpload) =>
  ['editing', 'missing', 'waiting', 'failed'].includes(entry.phase) && !isQueuedUploadRejected(entry)

/** Returns whether a file is the one that the creator has chosen for this entry. */
export function isFileOfQueuedUpload(entry: QueuedUpload, file: File): boolean {
  return (
    entry.fileName === file.name && entry.fileSize === file.size && entry.lastModified === file.lastModified
  )
}
