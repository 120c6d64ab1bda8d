import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * The maximum number of concurrent flushes. The file system's journal combines flushes that run concurrently.
 * Flushing 100 files one after another took five times as long as flushing them concurrently.
 */
const atOnce = 16

/**
 * Flushes a file, or a folder with all its contents, from the system's cache to disk. Without the flush, a
 * power failure can lose a file while the database rows that refer to the file survive, because PostgreSQL
 * flushes its commits.
 */
export async function fsyncTree(path: string): Promise<void> {
  const below = await readdir(path, { recursive: true, withFileTypes: true }).catch(ifFile)
  const folders = below.filter((one) => one.isDirectory())
  const files = below.filter((one) => one.isFile())
  for (const some of [files, folders])
    for (let from = 0; from < some.length; from += atOnce)
      await Promise.all(
        some.slice(from, from + atOnce).map((one) => fsyncPath(join(one.parentPath, one.name))),
      )
  await fsyncPath(path)
}

/**
 * Flushes the parent folder of a path. A file's name is stored in its folder, so without this flush a power
 * failure can lose the name of a new file even if its bytes are safe.
 */
export async function fsyncParentFolder(path: string): Promise<void> {
  await fsyncPath(dirname(path))
}

/** Creates a folder and its parent folders in such a way that the folders survive a power failure. */
export async function makeDurableFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (!first) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await fsyncParentFolder(made)
}

/** Flushes one file, or the entries of one folder without their contents. */
export async function fsyncPath(path: string): Promise<void> {
  const file = await open(path, 'r').catch(ifFolderOnWindows)
  try {
    await file?.sync()
  } finally {
    await file?.close()
  }
}

/**
 * Ignores the error that opening a folder causes on Windows. Windows cannot open folders for flushing, and
 * makes the entries of folders durable without a flush.
 */
function ifFolderOnWindows(error: NodeJS.ErrnoException): undefined {
  if (process.platform !== 'win32' || !['EISDIR', 'EPERM', 'EACCES'].includes(error.code ?? '')) throw error
}

function ifFile(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOTDIR') return []
  throw error
}
