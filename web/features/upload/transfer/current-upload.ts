import { useSyncExternalStore } from 'react'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import type { VideoDetails } from '../details/video-details.ts'
import type { TransferStallReason } from './tus-transfer.ts'

/**
 * The phases of the specification's progress card. The phase `transcoding` means preprocessing on this
 * device. The phase `processing` is work on the server, from the last byte to the first playable rendition.
 */
export type UploadPhase = 'loading' | 'transcoding' | 'uploading' | 'processing' | 'complete' | 'error'

/** The upload in this tab. The upload is stored outside the pages, so navigation does not stop it. */
export interface CurrentUpload {
  phase: UploadPhase
  /** The reason why the transfer is on hold. */
  hold: TransferStallReason | 'paused' | null
  /** The file to preview: the chosen one or, when resuming, the stored copy. */
  file: File
  /** The number of bytes to send. */
  size: number
  details: VideoDetails
  /** The progress of preprocessing on this device, from 0 to 1. */
  prepared: number
  /** True if the video should be compressed before the upload. */
  isCompressed: boolean
  /** True if location and device metadata were removed before the upload. */
  isMetadataRemoved: boolean
  contentId: string | null
  bytesSent: number
  /** The upload speed in bytes per second. */
  speed: number | undefined
  /** The number of bytes that the server already had when the upload resumed. */
  resumedAt: number | null
  stream: ProcessingStatus | null
  /** False if waiting for the first playable rendition timed out; processing continues on the server. */
  playable: boolean
  error: { title: string; detail: string } | null
  /** True if retrying with the same file can succeed. */
  isRetryable: boolean
  /** Warnings about failures that do not stop the upload. */
  notes: string[]
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
  return useSyncExternalStore(subscribe, getCurrentUpload, () => null)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Warns before the tab is closed, but only while an upload is being prepared or sent. */
function updateUnloadWarning() {
  const moving = current && ['loading', 'transcoding', 'uploading'].includes(current.phase)
  if (moving) addEventListener('beforeunload', warnBeforeUnload)
  else removeEventListener('beforeunload', warnBeforeUnload)
}

function warnBeforeUnload(event: BeforeUnloadEvent) {
  event.preventDefault()
}
