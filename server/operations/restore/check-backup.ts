import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { type FileChecksum, computeFileSha256 } from '../backup/durable-file-writes.ts'
import { readFileList } from '../backup/backup-file-list.ts'
import {
  type BackupManifest,
  unusableBackupAdvice,
  backupPaths,
  readBackupManifest,
} from '../backup/backup-manifest.ts'
import { OperatorCommandError } from '../operator-command.ts'

/**
 * Verifies the whole backup before any part of it is restored. Throws OperatorCommandError if the backup is
 * truncated, changed or empty, belongs to another product, or was made by a newer version.
 */
export async function checkBackup(folder: string): Promise<BackupManifest> {
  const manifest = await readBackupManifest(folder)
  await checkSchemaVersion(manifest)
  for (const { name, ...checksum } of manifest.tables)
    await checkBackupFile(backupPaths.table(folder, name), checksum)
  await checkBackupFile(backupPaths.jobs(folder), manifest.jobs)
  await checkBackupFile(backupPaths.list(folder), manifest.files.list)
  await checkStoredFiles(folder, manifest)
  return manifest
}

/** Throws unless the list of migrations in the backup is the start of this version's list of migrations. */
async function checkSchemaVersion({ migrations, version }: BackupManifest): Promise<void> {
  const ours = await readMigrations()
  const newest = ours.at(-1)!.name
  for (const [at, { name, sha256 }] of migrations.entries()) {
    if (ours[at]?.name === name && ours[at].sha256 === sha256) continue
    if (name > newest)
      throw new OperatorCommandError(
        `This backup was made by a newer version (${version}, ${name}). Update the product first, then restore.`,
      )
    throw new OperatorCommandError(
      `The backup’s migration ${name} differs from this version’s. ${unusableBackupAdvice}`,
    )
  }
}

async function checkBackupFile(path: string, { bytes, sha256 }: FileChecksum): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new OperatorCommandError(`${path} is missing. ${unusableBackupAdvice}`)
  if (found.size !== bytes)
    throw new OperatorCommandError(
      `${path} has ${found.size} bytes instead of ${bytes}: it is truncated or damaged. ${unusableBackupAdvice}`,
    )
  if ((await computeFileSha256(path, bytes)) !== sha256)
    throw new OperatorCommandError(`${path} was changed or is damaged. ${unusableBackupAdvice}`)
}

async function checkStoredFiles(folder: string, { files }: BackupManifest): Promise<void> {
  if (files.are === 'in the bucket') return
  const checking = mapConcurrently(readFileList(folder), ({ key, size, sha256 }) =>
    checkBackupFile(join(backupPaths.files(folder), key), { bytes: size, sha256 }),
  )
  for await (const _ of checking) continue
}
