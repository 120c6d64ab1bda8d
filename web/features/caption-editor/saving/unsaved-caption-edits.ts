import type { DraftCue } from '#contract/captions/caption-drafts.ts'
import type { CaptionDraftTarget } from './caption-draft-requests.ts'

/**
 * Edits that have not been saved on the server yet. These edits remain stored in the browser after the tab is
 * closed. Each open page stores its edits in its own entry, so two tabs do not overwrite each other’s text.
 */
export interface UnsavedEdits {
  key: string
  /** The version that the edits are based on. */
  version: string
  /** The time at which the edits were stored, in milliseconds since 1970. */
  at: number
  cues: DraftCue[]
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefixOf = (userId: string, { videoId, language, isSdh }: CaptionDraftTarget) =>
  // When the user signs out, web/browser-storage.ts deletes all keys with this prefix.
  `caption-edits:${userId}:${videoId}:${language}:${isSdh ? 'sdh' : ''}:`

export function createUnsavedEditsKey(userId: string, target: CaptionDraftTarget): string {
  return prefixOf(userId, target) + crypto.getRandomValues(new Uint32Array(2)).join('-')
}

/** Stores edits. Returns false if the browser cannot store the edits. */
export function storeUnsavedEdits({ key, ...edits }: UnsavedEdits, store = browserStore()): boolean {
  try {
    if (!store) return false
    store.setItem(key, JSON.stringify(edits))
    return true
  } catch {
    return false // The storage is full or disabled.
  }
}

export function removeUnsavedEdits(key: string, store = browserStore()): void {
  try {
    store?.removeItem(key)
  } catch {
    // Ignore the error, because the browser's storage is disabled.
  }
}

/** Returns the stored edits of the given captions, newest first. */
export function listUnsavedEdits(
  userId: string,
  target: CaptionDraftTarget,
  store = browserStore(),
): UnsavedEdits[] {
  const prefix = prefixOf(userId, target)
  const keys = Array.from({ length: store?.length ?? 0 }, (_, at) => store!.key(at) ?? '')
  return keys
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => read(key, store?.getItem(key) ?? null) ?? [])
    .toSorted((a, b) => b.at - a.at)
}

function read(key: string, text: string | null): UnsavedEdits | null {
  try {
    const { version, at, cues } = JSON.parse(text ?? '') as UnsavedEdits
    const isValid = typeof version === 'string' && Number.isFinite(at) && isCueList(cues)
    return isValid ? { key, version, at, cues } : null
  } catch {
    return null
  }
}

function isCueList(value: unknown): value is DraftCue[] {
  return (
    Array.isArray(value) &&
    value.every(
      (cue: Partial<DraftCue> | null) =>
        Number.isFinite(cue?.start) &&
        Number.isFinite(cue?.end) &&
        typeof cue?.text === 'string' &&
        typeof cue.settings === 'string',
    )
  )
}

function browserStore(): Store | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
