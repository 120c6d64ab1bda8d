import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { assertStorageKey } from '#server/platform/storage/storage.ts'
import { backupPaths } from './backup-manifest.ts'

/**
 * A file in a backup. The size is in bytes and the time in milliseconds. The hash is empty if the file was
 * not copied but stayed in the bucket.
 */
export interface BackupFileEntry {
  key: string
  size: number
  modified: number
  sha256: string
}

export function serializeBackupFileEntry({ key, size, modified, sha256 }: BackupFileEntry): string {
  return `${JSON.stringify([key, size, modified, sha256])}\n`
}

/** Reads the file list of a backup, sorted by the bytes of the keys. */
export async function* readFileList(folder: string): AsyncGenerator<BackupFileEntry> {
  const text = createReadStream(backupPaths.list(folder)).on('error', () => {})
  for await (const line of createInterface({ input: text.pipe(createGunzip()) })) {
    const [key, size, modified, sha256] = JSON.parse(line) as [string, number, number, string]
    yield { key: assertStorageKey(key), size, modified, sha256 }
  }
}

/**
 * Creates a function that looks up keys in an older file list. The list is read in a single pass, so the keys
 * must be requested in ascending order.
 */
export function createBackupFileLookup(
  folder: string | undefined,
): (key: string) => Promise<BackupFileEntry | undefined> {
  const list = folder ? readFileList(folder) : undefined
  let next: BackupFileEntry | undefined
  let isOver = list === undefined
  return async (key) => {
    while (!isOver && (!next || next.key < key)) {
      const { value, done } = await list!.next()
      next = value as BackupFileEntry | undefined
      isOver = done === true
    }
    return next?.key === key ? next : undefined
  }
}
