import { useSyncExternalStore } from 'react'
import type { Stream } from '#contract/uploads.ts'
import type { Details } from './details.ts'
import type { Hold } from './send.ts'

/**
 * The phases of the specification's progress card: `transcoding` is the preparing on this device. Between the last byte and the
 * first playable rendition the server is `processing`, which takes long enough to be told.
 */
export type Phase = 'loading' | 'transcoding' | 'uploading' | 'processing' | 'complete' | 'error'

/** The upload of this tab. It lives beside the pages, so that walking around the site does not stop it. */
export interface Current {
  phase: Phase
  /** Why nothing moves right now. */
  hold: Hold | 'paused' | null
  /** The one to show: what was picked, else what waited on this device. */
  file: File
  /** Bytes to be sent. */
  size: number
  details: Details
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
  stream: Stream | null
  /** False when the wait ran out before it was playable: processing goes on by itself. */
  playable: boolean
  error: { title: string; detail: string } | null
  /** Whether trying the same file again may end otherwise. */
  mayRetry: boolean
  /** What did not work but does not stop the upload. */
  notes: string[]
}

let current: Current | null = null
const listeners = new Set<() => void>()

export const currentUpload = () => current

export function setCurrent(next: Current | null) {
  current = next
  for (const heard of listeners) heard()
  guardTheTab()
}

export function patchCurrent(patch: Partial<Current>) {
  if (current) setCurrent({ ...current, ...patch })
}

export function useCurrentUpload(): Current | null {
  return useSyncExternalStore(subscribe, currentUpload, () => null)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Bytes move only while this tab is open: ask before it closes, and only then. */
function guardTheTab() {
  const moving = current && ['loading', 'transcoding', 'uploading'].includes(current.phase)
  if (moving) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}

function ask(event: BeforeUnloadEvent) {
  event.preventDefault()
}
