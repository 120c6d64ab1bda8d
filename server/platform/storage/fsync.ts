import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** So many at a time: the disk's journal then takes them in one go. Of 100 files, one after the other took 5 × as long. */
const atOnce = 16

/**
 * Writes what the system still holds of a file, or of a folder and all below it, down to the disk. Until then a power cut can
 * take it back, and rows that name it with it left standing: PostgreSQL flushes what it acknowledges.
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

/** The entry of a folder is in the folder: without this a new file's name can be lost, however safe its bytes are. */
export async function fsyncParentFolder(path: string): Promise<void> {
  await fsyncPath(dirname(path))
}

/** Makes a folder and those above it, so that a power cut does not take them back. */
export async function makeDurableFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (!first) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await fsyncParentFolder(made)
}

/** One file, or the names in one folder: not what lies below it. */
export async function fsyncPath(path: string): Promise<void> {
  const file = await open(path, 'r').catch(ifFolderOnWindows)
  try {
    await file?.sync()
  } finally {
    await file?.close()
  }
}

/** Windows opens no folders, and keeps their entries safe by itself. */
function ifFolderOnWindows(error: NodeJS.ErrnoException): undefined {
  if (process.platform !== 'win32' || !['EISDIR', 'EPERM', 'EACCES'].includes(error.code ?? '')) throw error
}

function ifFile(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOTDIR') return []
  throw error
}
