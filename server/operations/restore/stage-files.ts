import { copyFile, link, mkdir, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fsyncPath } from '#server/platform/storage/fsync.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { fsyncFolders } from '../backup/durable-file-writes.ts'
import { type BackupFileEntry, readFileList } from '../backup/backup-file-list.ts'
import { backupPaths } from '../backup/backup-manifest.ts'

/**
 * Puts a backup's files into a staging folder next to the current files. The files are hard-linked if
 * possible, because on the same disk hard links take no extra space.
 */
export async function stageFiles(folder: string, staged: string): Promise<void> {
  await rm(staged, { recursive: true, force: true })
  await mkdir(staged, { recursive: true })
  const staging = mapConcurrently(readFileList(folder), async ({ key, modified }) => {
    const [from, to] = [join(backupPaths.files(folder), key), join(staged, key)]
    await mkdir(dirname(to), { recursive: true })
    // Unfinished uploads are written in place. If their files were hard-linked, a resumed upload would also
    // change the file in the backup.
    const isLinked = !key.startsWith('uploads/') && (await tryLink(from, to))
    if (!isLinked) await copyDurably(from, to, new Date(modified))
  })
  for await (const _ of staging) continue
  await fsyncFolders(staged)
}

function tryLink(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  )
}

async function copyDurably(from: string, to: string, modified: Date): Promise<void> {
  await copyFile(from, to)
  await utimes(to, modified, modified)
  await fsyncPath(to)
}

/**
 * Uploads the backup's files that are missing from the bucket. Existing objects are not overwritten.
 * Returns the existing objects whose size differs from their size in the backup.
 */
export async function uploadMissingStorageObjects(
  folder: string,
): Promise<{ count: number; differing: BackupFileEntry[] }> {
  const differing: BackupFileEntry[] = []
  let count = 0
  for await (const listed of readFileList(folder)) {
    const object = await storage.stat(listed.key)
    if (object && object.size !== listed.size && differing.length < 100) differing.push(listed)
    if (object) continue
    await storage.putFile(listed.key, join(backupPaths.files(folder), listed.key))
    count += 1
  }
  return { count, differing }
}

/**
 * For a backup that only lists the objects of a bucket, counts the listed objects that are missing in the
 * bucket.
 */
export async function countMissingStorageObjects(folder: string): Promise<number> {
  let lost = 0
  for await (const { key, size } of readFileList(folder)) {
    const object = await storage.stat(key)
    if (object?.size !== size) lost += 1
  }
  return lost
}
