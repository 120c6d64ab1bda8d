/**
 * Preprocessed files stay in the browser's private file system (OPFS) until the server has received every
 * byte. A closed tab or a crash therefore loses neither the work nor the chosen file. Without OPFS, no
 * preprocessed files are stored.
 */
const folderName = 'prepared-uploads'
const hour = 3600_000
/** The maximum age of a stored file. The server keeps unfinished uploads for the same time. */
const staleAfter = 7 * 24 * hour

/**
 * Whether OPFS is available. OPFS requires a secure context (https or localhost), and some browsers lack it.
 */
export function hasPrivateFileSystem(): boolean {
  return typeof (navigator as { storage?: StorageManager }).storage?.getDirectory === 'function'
}

/** Opens the OPFS folder. Returns null if the browser has none, as in some private windows. */
export async function openPreprocessedFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(folderName, { create: true })
  } catch {
    return null
  }
}

/**
 * Returns the preprocessed file with this key, if it still exists. The bytes of the file are read lazily
 * while they are sent.
 */
export async function getPreprocessedFile(key: string): Promise<File | null> {
  try {
    return await (await (await openPreprocessedFolder())!.getFileHandle(key)).getFile()
  } catch {
    return null
  }
}

/** Deletes a preprocessed file. A file that is still being written is left for the sweep. */
export async function deletePreprocessedFile(key: string): Promise<void> {
  await (await openPreprocessedFolder())?.removeEntry(key).catch(() => undefined)
}

/** Deletes preprocessed files that no upload references after an hour, and all others after a week. */
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

/** Returns whether there is enough space, with a margin, for a second copy of a file. */
export async function hasStorageSpaceFor(bytes: number): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  return quota - usage > bytes * 1.1 + 64 * 2 ** 20
}
