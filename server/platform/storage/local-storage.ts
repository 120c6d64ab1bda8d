import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { chmod, copyFile, cp, link, lstat, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fsyncTree, fsyncParentFolder, makeDurableFolder } from './fsync.ts'
import { requireRegularFiles, NotRegularFileError } from './regular-files.ts'
import {
  type ByteRange,
  type ListedObject,
  type OpenObject,
  type Storage,
  type StoredObject,
  requireStorageKey,
} from './storage.ts'

/**
 * Creates the root folder of a local storage with access for this user only: private videos are private on
 * the machine too.
 */
export async function preparePrivateFolder(root: string): Promise<string> {
  await makeDurableFolder(root)
  await chmod(root, 0o700)
  return root
}

/**
 * Stores files below one folder. Writes go to a temporary name first, so that a reader never sees half a
 * file, and are flushed to disk before they resolve, so that no power cut loses a file that a row already
 * names.
 */
export function createLocalStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, requireStorageKey(key))

  return {
    async putFile(key, path) {
      await writeAtomically(pathOf(key), (temporary) => copyRegularFile(path, temporary))
    },
    async putBytes(key, bytes) {
      await writeAtomically(pathOf(key), (temporary) => writeFile(temporary, bytes))
    },
    async putStream(key, bytes) {
      await writeAtomically(pathOf(key), (temporary) => pipeline(bytes, createWriteStream(temporary)))
    },
    async putFolder(prefix, folder) {
      await writeAtomically(pathOf(prefix), async (temporary) => {
        await cp(folder, temporary, { recursive: true, mode: copyMode, verbatimSymlinks: true })
        // The sandbox cannot change the copy, so a check of the copy is reliable, unlike one of the original.
        await requireRegularFiles(temporary)
      })
    },
    async stat(key) {
      return describe(pathOf(key))
    },
    async open(key, range) {
      return open(pathOf(key), range)
    },
    async fetchTo(key, path) {
      await link(pathOf(key), path).catch(() => copyFile(pathOf(key), path))
    },
    async remove(prefix) {
      await rm(pathOf(prefix), { recursive: true, force: true })
    },
    async *list(prefix) {
      const files = await readdir(pathOf(prefix), { recursive: true, withFileTypes: true }).catch(
        ifMissing([]),
      )
      for (const file of files) if (file.isFile()) yield relative(root, join(file.parentPath, file.name))
    },
    walk: (prefix) => walk(root, requireStorageKey(prefix)),
  }
}

/**
 * Not a hard link, although that is as fast: a process that still writes to the original would change what is
 * served. Blocks are shared if the file system supports it.
 */
const copyMode = constants.COPYFILE_FICLONE

/** Does not follow symlinks: the source folder is writable by others. */
async function copyRegularFile(from: string, to: string): Promise<void> {
  if (!(await lstat(from)).isFile()) throw new NotRegularFileError('what is to be stored is no plain file')
  await copyFile(from, to, copyMode)
}

/**
 * Lists one folder at a time. A folder sorts as if its name ended in a slash, as in the key order of a
 * bucket.
 */
async function* walk(root: string, prefix: string): AsyncGenerator<ListedObject> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true }).catch(ifMissing([]))
  const named = entries.map((entry) => ({ entry, name: entry.isDirectory() ? `${entry.name}/` : entry.name }))
  for (const { entry } of named.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const key = `${prefix}/${entry.name}`
    if (entry.isDirectory()) yield* walk(root, key)
    if (!entry.isFile()) continue
    const found = await stat(join(root, key)).catch(ifMissing(null))
    if (found) yield { key, size: found.size, modified: found.mtime }
  }
}

async function writeAtomically(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  await makeDurableFolder(dirname(path))
  const temporary = `${path}.${randomUUID()}.part`
  try {
    await write(temporary)
    await fsyncTree(temporary)
    await rename(temporary, path)
    await fsyncParentFolder(path)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw error
  }
}

async function describe(path: string): Promise<StoredObject | null> {
  const found = await stat(path).catch(ifMissing(null))
  if (!found?.isFile()) return null
  const { size, mtime } = found
  const etag = `"${createHash('sha1').update(`${size}:${mtime.getTime()}`).digest('base64url')}"`
  return { size, etag, modified: mtime }
}

async function open(path: string, range?: ByteRange): Promise<OpenObject | null> {
  const described = await describe(path)
  if (!described) return null
  const body = Readable.toWeb(createReadStream(path, range)) as ReadableStream<Uint8Array>
  return { ...described, body }
}

function ifMissing<T>(otherwise: T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return otherwise
    throw error
  }
}
