/** An unfinished upload that began in this browser. Stored in local storage, so it survives a closed tab. */
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
  /** The key of its preprocessed file on this device; absent if the original is uploaded. */
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

export function storeUpload(entry: StoredUpload, store = browserStore()) {
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

/** One person's uploads only: people may share a computer. */
export function listStoredUploads(owner: string, store = browserStore()): StoredUpload[] {
  return readStoredUploads(store).filter((entry) => entry.owner === owner)
}

/** A stored upload, regardless of whose it is. */
export function getStoredUpload(contentId: string, store = browserStore()): StoredUpload | undefined {
  return readStoredUploads(store).find((entry) => entry.contentId === contentId)
}

/** Keys of the preprocessed files that are still needed. */
export function listPreprocessedFileKeys(store = browserStore()): Set<string> {
  return new Set(readStoredUploads(store).flatMap(({ kept }) => kept ?? []))
}

/** The unfinished upload of this exact file: same name, size and modification time. */
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

/** If the browser refuses storage, nothing is remembered, and uploading still works. */
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
    // Storage is full or forbidden.
  }
}

function isStoredUpload(entry: unknown): entry is StoredUpload {
  const { contentId, uploadURL, owner } = (entry ?? {}) as Record<string, unknown>
  return [contentId, uploadURL, owner].every((value) => typeof value === 'string')
}
