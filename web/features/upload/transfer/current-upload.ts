import { useSyncExternalStore } from 'react'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import type { VideoDetails } from '../details/video-details.ts'
import type { TransferStallReason } from './tus-transfer.ts'

/**
 * The phases of the specification's progress card: `transcoding` is the preparing on this device. Between the last byte and the
 * first playable rendition the server is `processing`, which takes long enough to be told.
 */
export type UploadPhase = 'loading' | 'transcoding' | 'uploading' | 'processing' | 'complete' | 'error'

/** The upload of this tab. It lives beside the pages, so that walking around the site does not stop it. */
export interface CurrentUpload {
  phase: UploadPhase
  /** Why nothing moves right now. */
  hold: TransferStallReason | 'paused' | null
  /** The one to show: what was picked, else what waited on this device. */
  file: File
  /** Bytes to be sent. */
  size: number
  details: VideoDetails
  /** How far the preparing is, from 0 to 1. */
  prepared: number
  /** It is to become smaller on the way. */
  smaller: boolean
  /** Place and device are gone from what is sent. */
  clean: boolean
  contentId: string | null
  sent: number
  /** Bytes a second. */
  speed: number | undefined
  /** Bytes that were there already, when it had begun before. */
  resumedAt: number | null
  stream: ProcessingStatus | null
  /** False when the wait ran out before it was playable: processing goes on by itself. */
  playable: boolean
  error: { title: string; detail: string } | null
  /** Whether trying the same file again may end otherwise. */
  mayRetry: boolean
  /** What did not work but does not stop the upload. */
  notes: string[]
}

let current: CurrentUpload | null = null
const listeners = new Set<() => void>()

export const getCurrentUpload = () => current

export function setCurrentUpload(next: CurrentUpload | null) {
  current = next
  for (const heard of listeners) heard()
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

/** Bytes move only while this tab is open: ask before it closes, and only then. */
function updateUnloadWarning() {
  const moving = current && ['loading', 'transcoding', 'uploading'].includes(current.phase)
  if (moving) addEventListener('beforeunload', warnBeforeUnload)
  else removeEventListener('beforeunload', warnBeforeUnload)
}

function warnBeforeUnload(event: BeforeUnloadEvent) {
  event.preventDefault()
}
