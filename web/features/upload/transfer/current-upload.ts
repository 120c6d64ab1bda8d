import { useSyncExternalStore } from 'react'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import type { CaptionUploadFailure } from '../captions/upload-caption.ts'
import type { VideoDetails } from '../details/video-details.ts'
import type { TransferStallReason } from './tus-transfer.ts'

/**
 * The phases that the specification defines for the upload's progress card. `transcoding`: this device is
 * preprocessing the file. In the phase `processing`, the server has received the whole file and creates the
 * first playable rendition.
 */
export type UploadPhase = 'loading' | 'transcoding' | 'uploading' | 'processing' | 'complete' | 'error'

/**
 * The upload that is running in this tab. The upload's state is stored outside the page components, so
 * navigating to another page does not stop the upload.
 */
export interface CurrentUpload {
  phase: UploadPhase
  /** The reason why the transfer is waiting, or null if it is not waiting. */
  hold: TransferStallReason | 'paused' | null
  /**
   * The file for the preview. The preview shows the chosen file, or the stored copy if the upload was resumed
   * without the original.
   */
  file: File
  /** The number of bytes to send. */
  size: number
  details: VideoDetails
  /** The progress of preprocessing on this device, from 0 to 1. */
  prepared: number
  /** True if the video should be compressed before it is uploaded. */
  isCompressed: boolean
  /** True if this device has removed location and device metadata from the file. */
  isMetadataRemoved: boolean
  contentId: string | null
  bytesSent: number
  /** The upload speed in bytes per second. */
  speed: number | undefined
  /** The number of bytes that the server already had when the upload was resumed. */
  resumedAt: number | null
  stream: ProcessingStatus | null
  /**
   * False if this device stopped waiting for the first playable rendition because the time limit was reached.
   * The server continues to process the video after this device has stopped waiting.
   */
  playable: boolean
  error: { title: string; detail: string } | null
  /** True if retrying the upload with the same file can succeed. */
  isRetryable: boolean
  /** Warnings about problems that did not stop the upload. */
  notes: string[]
  /** The caption files that could not be added to the video. */
  captionFailures: CaptionUploadFailure[]
}

let current: CurrentUpload | null = null
const listeners = new Set<() => void>()

export const getCurrentUpload = () => current

export function setCurrentUpload(next: CurrentUpload | null) {
  current = next
  for (const notifyListener of listeners) notifyListener()
  updateUnloadWarning()
}

export function updateCurrentUpload(patch: Partial<CurrentUpload>) {
  if (current) setCurrentUpload({ ...current, ...patch })
}

export function useCurrentUpload(): CurrentUpload | null {
  return useSyncExternalStore(subscribeToCurrentUpload, getCurrentUpload, () => null)
}

export function subscribeToCurrentUpload(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Warns the user before the tab is closed while a video is being prepared or sent. */
function updateUnloadWarning() {
  const moving = current && ['loading', 'transcoding', 'uploading'].includes(current.phase)
  if (moving) addEventListener('beforeunload', warnBeforeUnload)
  else removeEventListener('beforeunload', warnBeforeUnload)
}

function warnBeforeUnload(event: BeforeUnloadEvent) {
  event.preventDefault()
}
