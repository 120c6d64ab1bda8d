/**
 * An unfinished upload that was started in this browser. Unfinished uploads are stored in local storage, so
 * they are still known after the tab has been closed.
 */
export interface StoredUpload {
  owner: string
  contentId: string
  streamId: string
  uploadURL: string
  type: string
  title: string
  fileName: string
  fileSize: number
  lastModified: number
  /** The key of the preprocessed file on this device, or undefined if the original file is uploaded. */
  kept?: string | undefined
}

interface PickedFile {
  name: string
  size: number
  lastModified: number
}

type Store = Pick<Storage, 'getItem' | 'setItem'>

const storageKey = 'unfinished-uploads'
const maxStoredUploads = 20

export function saveUnfinishedUpload(entry: StoredUpload, store = browserStore()) {
  writeStoredUploads(
    [entry, ...readStoredUploads(store).filter((other) => other.contentId !== entry.contentId)].slice(
      0,
      maxStoredUploads,
    ),
    store,
  )
}

export function removeStoredUpload(contentId: string, store = browserStore()) {
  writeStoredUploads(
    readStoredUploads(store).filter((entry) => entry.contentId !== contentId),
    store,
  )
}

/** Returns only the unfinished uploads of the given account, because several people can share a computer. */
export function listStoredUploads(owner: string, store = browserStore()): StoredUpload[] {
  return readStoredUploads(store).filter((entry) => entry.owner === owner)
}

/** Finds a stored upload by its content id, whichever account it belongs to. */
export function getStoredUpload(contentId: string, store = browserStore()): StoredUpload | undefined {
  return readStoredUploads(store).find((entry) => entry.contentId === contentId)
}

/** Returns the keys of the preprocessed files that unfinished uploads still need. */
export function listPreprocessedFileKeysInUse(store = browserStore()): Set<string> {
  return new Set(readStoredUploads(store).flatMap(({ kept }) => kept ?? []))
}

/**
 * Finds the unfinished upload to which a file belongs. The name, size and modification time of the file must
 * match those in the stored upload.
 */
export function findStoredUpload(
  owner: string,
  file: PickedFile,
  store = browserStore(),
): StoredUpload | undefined {
  return listStoredUploads(owner, store).find(
    (entry) =>
      entry.fileName === file.name &&
      entry.fileSize === file.size &&
      entry.lastModified === file.lastModified,
  )
}

/**
 * If the browser denies access to storage, uploads still work, but unfinished uploads are not remembered.
 */
function browserStore(): Store | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

function readStoredUploads(store: Store | undefined): StoredUpload[] {
  try {
    const list: unknown = JSON.parse(store?.getItem(storageKey) ?? '[]')
    return Array.isArray(list) ? list.filter(isStoredUpload) : []
  } catch {
    return []
  }
}

function writeStoredUploads(list: StoredUpload[], store: Store | undefined) {
  try {
    store?.setItem(storageKey, JSON.stringify(list))
  } catch {
    // Ignore the error: local storage is full or disabled.
  }
}

function isStoredUpload(entry: unknown): entry is StoredUpload {
  const { contentId, uploadURL, owner } = (entry ?? {}) as Record<string, unknown>
  return [contentId, uploadURL, owner].every((value) => typeof value === 'string')
}
