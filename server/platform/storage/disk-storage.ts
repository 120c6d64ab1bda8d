import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { chmod, copyFile, cp, link, lstat, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fsyncTree, fsyncParentFolder, makeDurableFolder } from './fsync.ts'
import { assertRegularFiles, NotRegularFileError } from './regular-files.ts'
import {
  type ByteRange,
  type ListedObject,
  type OpenedObject,
  type Storage,
  type StoredObject,
  assertStorageKey,
} from './storage.ts'

/**
 * Creates the root folder of the disk storage. Only the system user that runs the server can access this
 * folder, because other users of the machine must not be able to watch private videos.
 */
export async function preparePrivateFolder(root: string): Promise<string> {
  await makeDurableFolder(root)
  await chmod(root, 0o700)
  return root
}

/**
 * Stores files in one root folder. Files are written under a temporary name and then renamed, so that a
 * reader never sees a partial file. Files are flushed to disk before a write resolves, so that a power
 * failure cannot lose a file that a row already references.
 */
export function createDiskStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, assertStorageKey(key))

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
        // The copy, not the original, is checked for symlinks and hard links, because a sandboxed process can
        // still change the original.
        await assertRegularFiles(temporary)
      })
    },
    async stat(key) {
      return describe(pathOf(key))
    },
    async open(key, range) {
      return open(pathOf(key), range)
    },
    locate: async (key) => assertStorageKey(key),
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
    walk: (prefix, { after = '' } = {}) => walk(root, assertStorageKey(prefix), after),
  }
}

/**
 * Files are copied instead of hard-linked, because a process that is still writing to the original would also
 * change a hard-linked file while it is served. If the file system supports it, the copy shares the blocks of
 * the original, so a hard link would not be faster.
 */
const copyMode = constants.COPYFILE_FICLONE

/**
 * Copies a regular file without following symlinks, because other processes can write to the source folder.
 */
async function copyRegularFile(from: string, to: string): Promise<void> {
  if (!(await lstat(from)).isFile()) throw new NotRegularFileError('the source is not a regular file')
  await copyFile(from, to, copyMode)
}

/**
 * Lists the files below a folder, reading one subfolder at a time. A folder is sorted as if its name ended in
 * a slash, so that the order equals the key order of an S3 bucket.
 */
async function* walk(root: string, prefix: string, after: string): AsyncGenerator<ListedObject> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true }).catch(ifMissing([]))
  const named = entries.map((entry) => ({ entry, name: entry.isDirectory() ? `${entry.name}/` : entry.name }))
  for (const { entry } of named.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const key = `${prefix}/${entry.name}`
    const isBefore = `${key}/` < after && !after.startsWith(`${key}/`)
    if (entry.isDirectory() && !isBefore) yield* walk(root, key, after)
    if (!entry.isFile() || key <= after) continue
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

async function open(path: string, range?: ByteRange): Promise<OpenedObject | null> {
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
