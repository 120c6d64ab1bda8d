/**
 * Prepared bytes wait in the browser's private file system (OPFS) until the server has all of them: a closed tab or a
 * crash costs neither the preparing nor the picking of the file. Where there is no such place, nothing waits.
 */
const folderName = 'prepared-uploads'
const hour = 3600_000
/** As long as the server keeps an unfinished upload. */
const staleAfter = 7 * 24 * hour

/** Only pages that came over https (or from this very machine) have them, and not in every browser. */
export function hasPrivateFileSystem(): boolean {
  return typeof (navigator as { storage?: StorageManager }).storage?.getDirectory === 'function'
}

/** Null where the browser has no private files (or none in a private window). */
export async function openPreprocessedFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(folderName, { create: true })
  } catch {
    return null
  }
}

/** The bytes under this key, if they are still there. They are read as they are sent, not at once. */
export async function getPreprocessedFile(key: string): Promise<File | null> {
  try {
    return await (await (await openPreprocessedFolder())!.getFileHandle(key)).getFile()
  } catch {
    return null
  }
}

/** Removes them. A file that is just being written stays, for the sweep to find. */
export async function deletePreprocessedFile(key: string): Promise<void> {
  await (await openPreprocessedFolder())?.removeEntry(key).catch(() => undefined)
}

/** Removes what no upload waits for any more: after an hour what nobody remembers, after a week everything. */
export async function sweepPreprocessedFiles(wanted: ReadonlySet<string>, now = Date.now()): Promise<void> {
  const folder = await openPreprocessedFolder()
  if (!folder) return
  for await (const key of folder.keys()) {
    const age = now - ((await getPreprocessedFile(key))?.lastModified ?? now)
    if (age > (wanted.has(key) ? staleAfter : hour)) await deletePreprocessedFile(key)
  }
}

/** Whether there is room for a second copy of a file, with some to spare. */
export async function hasStorageFor(bytes: number): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  return quota - usage > bytes * 1.1 + 64 * 2 ** 20
}
