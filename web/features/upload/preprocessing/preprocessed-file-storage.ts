/**
 * The browser's private file system (OPFS) stores preprocessed files until the server has received every
 * byte. If the tab is closed or crashes, the preprocessed file is kept, so the user need not choose the
 * original again. If OPFS is not available, no preprocessed files are stored.
 */
const folderName = 'prepared-uploads'
const hour = 3600_000
/**
 * The maximum age of a stored preprocessed file, in milliseconds. The server keeps unfinished uploads for 7
 * days, so this device keeps the preprocessed files for 7 days too.
 */
const staleAfter = 7 * 24 * hour

/**
 * Whether OPFS is available. OPFS requires a secure context (https or localhost), and some browsers do not
 * support it.
 */
export function isOpfsAvailable(): boolean {
  return typeof (navigator as { storage?: StorageManager }).storage?.getDirectory === 'function'
}

/**
 * Opens the folder for preprocessed files in OPFS. Returns null if the browser does not provide OPFS, for
 * example in some private windows.
 */
export async function openPreprocessedFilesFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(folderName, { create: true })
  } catch {
    return null
  }
}

/**
 * Returns the preprocessed file that is stored under the given key, or null if it no longer exists. The
 * file's bytes are read from the disk only when they are sent.
 */
export async function getPreprocessedFile(key: string): Promise<File | null> {
  try {
    return await (await (await openPreprocessedFilesFolder())!.getFileHandle(key)).getFile()
  } catch {
    return null
  }
}

/**
 * Deletes a preprocessed file from OPFS. If the file is still being written and cannot be deleted, a later
 * cleanup deletes it.
 */
export async function deletePreprocessedFile(key: string): Promise<void> {
  await (await openPreprocessedFilesFolder())?.removeEntry(key).catch(() => undefined)
}

/**
 * Deletes preprocessed files that are too old: after an hour if no upload references the file, otherwise
 * after a week.
 */
export async function sweepPreprocessedFiles(
  neededKeys: ReadonlySet<string>,
  now = Date.now(),
): Promise<void> {
  const folder = await openPreprocessedFilesFolder()
  if (!folder) return
  for await (const key of folder.keys()) {
    const age = now - ((await getPreprocessedFile(key))?.lastModified ?? now)
    if (age > (neededKeys.has(key) ? staleAfter : hour)) await deletePreprocessedFile(key)
  }
}

/** Returns whether this device has enough free space for a copy of the file plus a safety margin. */
export async function hasStorageSpaceFor(bytes: number): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  return quota - usage > bytes * 1.1 + 64 * 2 ** 20
}
