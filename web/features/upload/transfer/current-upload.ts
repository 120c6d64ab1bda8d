import { useSyncExternalStore } from 'react'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import type { VideoDetails } from '../details/video-details.ts'
import type { TransferStallReason } from './tus-transfer.ts'

/**
 * The phases of the specification's progress card. `transcoding` is the preparation on this
 * device. `processing` runs on the server from the last byte to the first playable rendition,
 * which takes long enough to be shown.
 */
export type UploadPhase = 'loading' | 'transcoding' | 'uploading' | 'processing' | 'complete' | 'error'

/** This tab's upload. It lives outside the pages, so that navigating does not stop it. */
export interface CurrentUpload {
  phase: UploadPhase
  /** Why nothing is being transferred. */
  hold: TransferStallReason | 'paused' | null
  /** The file to show: the chosen one, or the stored copy when resuming. */
  file: File
  /** Bytes to send. */
  size: number
  details: VideoDetails
  /** Progress of the preparation, from 0 to 1. */
  prepared: number
  /** True if the video is to be compressed. */
  smaller: boolean
  /** True if location and device metadata were removed from what is sent. */
  clean: boolean
  contentId: string | null
  sent: number
  /** Bytes per second. */
  speed: number | undefined
  /** Bytes that were already on the server when the upload resumed. */
  resumedAt: number | null
  stream: ProcessingStatus | null
  /** False if the wait timed out before it was playable; processing continues on the server. */
  playable: boolean
  error: { title: string; detail: string } | null
  /** Whether retrying the same file could succeed. */
  mayRetry: boolean
  /** Failures that do not stop the upload. */
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

/** Warns before the tab closes, but only while bytes are being transferred. */
function updateUnloadWarning() {
  const moving = current && ['loading', 'transcoding', 'uploading'].includes(current.phase)
  if (moving) addEventListener('beforeunload', warnBeforeUnload)
  else removeEventListener('beforeunload', warnBeforeUnload)
}

function warnBeforeUnload(event: BeforeUnloadEvent) {
  event.preventDefault()
}
