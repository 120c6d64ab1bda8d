import { createWriteStream } from 'node:fs'
import { chmod, copyFile, link, mkdir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Tx } from '#server/platform/db/db.ts'
import { fsyncPath } from '#server/platform/storage/fsync.ts'
import { type ListedObject, storage } from '#server/platform/storage/storage.ts'
import { streamRows } from '../verify/row-cursor.ts'
import { mediaFolder } from '../verify/media-folder.ts'
import { matchRowsToFiles } from '../verify/match-rows-to-files.ts'
import {
  avatarsFolder,
  dataExportsFolder,
  type StorageFolder,
  uploadsFolder,
} from '../verify/storage-folders.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { computeFileSha256, writeCompressedFile } from './durable-file-writes.ts'
import { createBackupFileLookup, serializeBackupFileEntry, type BackupFileEntry } from './backup-file-list.ts'
import { type BackupManifest, backupPaths } from './backup-manifest.ts'

interface CopyOptions {
  tx: Tx
  folder: string
  /**
   * The folder of the newest earlier backup, from which the new backup hard-links unchanged files.
   */
  previous: string | undefined
  /**
   * Whether the objects of a bucket are copied into the backup. If false, the backup only lists the objects.
   */
  withObjects: boolean
  /**
   * Whether the database's schema is older than this version's schema. The rows of an older schema do not
   * reliably show which files exist, so in this case the backup copies every file.
   */
  isOlder: boolean
}

/**
 * Copies the files that the rows of the database snapshot reference, and writes the file list of the backup.
 * Files that are deleted while the backup runs are counted as missing.
 */
export async function copyFilesToBackup(copying: CopyOptions): Promise<BackupManifest['files']> {
  const count = { count: 0, size: 0, missing: 0 }
  const lines = Readable.from(joinIntoChunks(copyAndListFiles(copying, count)))
  const list = await writeCompressedFile(backupPaths.list(copying.folder), lines)
  return { are: copying.withObjects ? 'here' : 'in the bucket', ...count, list }
}

async function* copyAndListFiles(
  copying: CopyOptions,
  count: { count: number; size: number; missing: number },
) {
  const before = createBackupFileLookup(copying.previous)
  const kept = mapConcurrently(withPreviousCopies(wantedFiles(copying), before), (wanted) =>
    copyToBackup(copying, wanted),
  )
  for await (const listed of kept) {
    if (!listed) {
      count.missing += 1
      continue
    }
    count.count += 1
    count.size += listed.size
    yield serializeBackupFileEntry(listed)
  }
}

/**
 * Joins lines into chunks of 64 KiB, because compressing a chunk requires a round trip to the thread pool,
 * however small the chunk is.
 */
async function* joinIntoChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const line of lines) {
    piece += line
    if (piece.length < 2 ** 16) continue
    yield piece
    piece = ''
  }
  if (piece) yield piece
}

/** Yields each file together with its entry in the previous backup, if any. */
async function* withPreviousCopies(
  many: AsyncIterable<WantedFile>,
  before: (key: string) => Promise<BackupFileEntry | undefined>,
): AsyncGenerator<WantedFile & { known: BackupFileEntry | undefined }> {
  for await (const wanted of many) yield { ...wanted, known: await before(wanted.file.key) }
}

interface WantedFile {
  file: ListedObject
  /**
   * Whether the file is still being uploaded. An unfinished upload is still written in place, so its file
   * must not be hard-linked.
   */
  isComing: boolean
}

async function* wantedFiles({ tx, isOlder }: CopyOptions): AsyncGenerator<WantedFile> {
  if (isOlder) return yield* listAllFiles()
  yield* listReferencedFiles(tx, avatarsFolder, () => false)
  yield* listReferencedFiles(tx, dataExportsFolder, () => false)
  yield* listReferencedFiles(tx, mediaFolder, () => false)
  yield* listReferencedFiles(tx, uploadsFolder, (row) => row.is_coming)
}

async function* listAllFiles(): AsyncGenerator<WantedFile> {
  for (const { prefix } of [avatarsFolder, dataExportsFolder, mediaFolder, uploadsFolder])
    for await (const file of storage.walk(prefix))
      if (!unfinishedPattern.test(file.key)) yield { file, isComing: prefix === uploadsFolder.prefix }
}

const unfinishedPattern = /\.(part|info)(\/|$)/

/**
 * Lists the files that the rows of the database snapshot reference. Files that were created after the
 * snapshot are not listed, because the snapshot has no rows for these files.
 */
async function* listReferencedFiles<Row extends { name: string }>(
  tx: Tx,
  place: StorageFolder<Row>,
  isComing: (row: Row) => boolean,
): AsyncGenerator<WantedFile> {
  const rows = streamRows(tx, place.prefix, place.rows(tx))
  for await (const { row, files } of matchRowsToFiles(rows, storage.walk(place.prefix), place.nameOf))
    for (const file of row ? files : [])
      if (!unfinishedPattern.test(file.key)) yield { file, isComing: isComing(row!) }
}

async function copyToBackup(
  { folder, previous, withObjects }: CopyOptions,
  { file, isComing, known: before }: WantedFile & { known: BackupFileEntry | undefined },
): Promise<BackupFileEntry | null> {
  const { key, size } = file
  const modified = Math.trunc(file.modified.getTime())
  if (!withObjects) return { key, size, modified, sha256: '' }
  const path = join(backupPaths.files(folder), key)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const isSame = before?.size === size && before.modified === modified && before.sha256 !== '' && !isComing
  if (isSame && (await linkOrCopy(join(backupPaths.files(previous!), key), path))) return before
  if (!(await fetchFromStorage(key, path, isComing))) return null
  const now = await stat(path)
  // A hard-linked file is already safely on disk, because the storage module syncs a file before a row
  // references it.
  if (now.nlink === 1) await fsyncPath(path)
  return { key, size: now.size, modified, sha256: await computeFileSha256(path, now.size) }
}

async function linkOrCopy(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () =>
      copyFile(from, to).then(
        () => true,
        () => false,
      ),
  )
}

/**
 * Fetches a file from storage into the backup. Finished files never change, so local storage hard-links them
 * if possible. Files in a bucket are downloaded.
 */
async function fetchFromStorage(key: string, path: string, isComing: boolean): Promise<boolean> {
  try {
    if (isComing) await copyFromStorage(key, path)
    else await storage.fetchTo(key, path)
    return true
  } catch (error) {
    await rm(path, { force: true })
    if (await storage.stat(key)) throw error
    return false
  }
}

async function copyFromStorage(key: string, path: string): Promise<void> {
  const object = await storage.open(key)
  if (!object) throw new Error('the object is not there')
  await pipeline(Readable.fromWeb(object.body as never), createWriteStream(path, { mode: 0o600 }))
  await utimes(path, object.modified, object.modified)
  await chmod(path, 0o600)
}
