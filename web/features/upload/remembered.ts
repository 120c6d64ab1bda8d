/** An upload this browser began and has not finished. Kept in local storage, so that it survives a closed tab. */
export interface Remembered {
  owner: string
  contentId: string
  streamId: string
  uploadURL: string
  type: string
  title: string
  fileName: string
  fileSize: number
  lastModified: number
  /** Where its prepared bytes wait on this device; absent when the file goes as it is. */
  kept?: string | undefined
}

interface Picked {
  name: string
  size: number
  lastModified: number
}

type Store = Pick<Storage, 'getItem' | 'setItem'>

const key = 'unfinished-uploads'
const most = 20

export function remember(entry: Remembered, store = browserStore()) {
  write([entry, ...read(store).filter((other) => other.contentId !== entry.contentId)].slice(0, most), store)
}

export function forget(contentId: string, store = browserStore()) {
  write(
    read(store).filter((entry) => entry.contentId !== contentId),
    store,
  )
}

/** All of one person's: two may share a computer. */
export function rememberedOf(owner: string, store = browserStore()): Remembered[] {
  return read(store).filter((entry) => entry.owner === owner)
}

/** What is remembered of an upload, whosever it is. */
export function rememberedAs(contentId: string, store = browserStore()): Remembered | undefined {
  return read(store).find((entry) => entry.contentId === contentId)
}

/** Where prepared bytes wait that somebody may still need. */
export function keptKeys(store = browserStore()): Set<string> {
  return new Set(read(store).flatMap(({ kept }) => kept ?? []))
}

/** The unfinished upload of this very file: same name, size and time of last change. */
export function rememberedFor(owner: string, file: Picked, store = browserStore()): Remembered | undefined {
  return rememberedOf(owner, store).find(
    (entry) =>
      entry.fileName === file.name &&
      entry.fileSize === file.size &&
      entry.lastModified === file.lastModified,
  )
}

/** A browser may refuse storage altogether: then nothing is remembered, and uploading still works. */
function browserStore(): Store | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

function read(store: Store | undefined): Remembered[] {
  try {
    const list: unknown = JSON.parse(store?.getItem(key) ?? '[]')
    return Array.isArray(list) ? list.filter(isRemembered) : []
  } catch {
    return []
  }
}

function write(list: Remembered[], store: Store | undefined) {
  try {
    store?.setItem(key, JSON.stringify(list))
  } catch {
    // Full or forbidden.
  }
}

function isRemembered(entry: unknown): entry is Remembered {
  const { contentId, uploadURL, owner } = (entry ?? {}) as Record<string, unknown>
  return [contentId, uploadURL, owner].every((value) => typeof value === 'string')
}
