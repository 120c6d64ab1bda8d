import type { VideoDetails } from '../details/video-details.ts'

/**
 * A video in the upload queue that the server has not received completely. The queue is stored in local
 * storage, so the details that the creator has typed survive a reload. Local storage cannot contain files
 * that were chosen from the disk. The key of the prepared copy in the origin private file system (OPFS).
 */
export interface StoredUploadQueueEntry {
  id: string
  owner: string
  fileName: string
  fileSize: number
  lastModified: number
  details: VideoDetails
  compress: boolean
  keepsOriginal?: boolean
  /** True if the creator has added caption files, which cannot be stored. */
  hasCaptions?: boolean
  /** True if the creator has already pressed “Upload”. */
  isSubmitted: boolean
  contentId: string | null
  prepared: { key: string; name: string; isCompressed: boolean } | null
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const storageKey = 'upload-queue'
let lastWritten: string | undefined

/** Stores the queue, unless the stored version is identical. */
export function writeStoredUploadQueue(entries: StoredUploadQueueEntry[], store = browserStore()): void {
  const text = JSON.stringify(entries)
  if (text === lastWritten) return
  lastWritten = text
  try {
    if (entries.length > 0) store?.setItem(storageKey, text)
    else store?.removeItem(storageKey)
  } catch {
    // Ignore the error: local storage is full or disabled.
  }
}

/**
 * Returns the stored queue only if it belongs to this account, because several people can share a computer.
 */
export function readStoredUploadQueue(owner: string, store = browserStore()): StoredUploadQueueEntry[] {
  return readAll(store).filter((entry) => entry.owner === owner)
}

/** Returns the keys of the prepared files that the queue still needs. */
export function listQueuedFileKeys(store = browserStore()): string[] {
  return readAll(store).flatMap(({ prepared }) => prepared?.key ?? [])
}

function readAll(store: Store | undefined): StoredUploadQueueEntry[] {
  try {
    const list: unknown = JSON.parse(store?.getItem(storageKey) ?? '[]')
    return Array.isArray(list) ? list.filter(isStoredQueueEntry) : []
  } catch {
    return []
  }
}

function isStoredQueueEntry(entry: unknown): entry is StoredUploadQueueEntry {
  const { id, owner, fileName, details } = (entry ?? {}) as Record<string, unknown>
  return (
    [id, owner, fileName].every((value) => typeof value === 'string') &&
    typeof (details as VideoDetails | undefined)?.title === 'string'
  )
}

function browserStore(): Store | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
