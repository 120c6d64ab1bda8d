/**
 * Preprocessed files stay in the browser's private file system (OPFS) until the server has every byte, so a
 * closed tab or a crash loses neither the work nor the chosen file. Without OPFS, nothing is stored.
 */
const folderName = 'prepared-uploads'
const hour = 3600_000
/** As long as the server keeps an unfinished upload. */
const staleAfter = 7 * 24 * hour

/** Available in secure contexts only (https or localhost), and not in every browser. */
export function hasPrivateFileSystem(): boolean {
  return typeof (navigator as { storage?: StorageManager }).storage?.getDirectory === 'function'
}

/** Null if the browser has no private file system (some have none in private windows). */
export async function openPreprocessedFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(folderName, { create: true })
  } catch {
    return null
  }
}

/** The file stored under this key, if it still exists. Its bytes are read lazily as they are sent. */
export async function getPreprocessedFile(key: string): Promise<File | null> {
  try {
    return await (await (await openPreprocessedFolder())!.getFileHandle(key)).getFile()
  } catch {
    return null
  }
}

/** Deletes the file. A file that is being written stays, and the sweep deletes it later. */
export async function deletePreprocessedFile(key: string): Promise<void> {
  await (await openPreprocessedFolder())?.removeEntry(key).catch(() => undefined)
}

/** Deletes files that no upload needs: unreferenced ones after an hour, all others after a week. */
export async function sweepPreprocessedFiles(
  neededKeys: ReadonlySet<string>,
  now = Date.now(),
): Promise<void> {
  const folder = await openPreprocessedFolder()
  if (!folder) return
  for await (const key of folder.keys()) {
    const age = now - ((await getPreprocessedFile(key))?.lastModified ?? now)
    if (age > (neededKeys.has(key) ? staleAfter : hour)) await deletePreprocessedFile(key)
  }
}

/** Whether there is space for a second copy of a file, with a margin. */
export async function hasStorageFor(bytes: number): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  return quota - usage > bytes * 1.1 + 64 * 2 ** 20
}
