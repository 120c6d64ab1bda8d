import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type pg from 'pg'
import type { Job } from '#server/platform/queue/queue.ts'
import { startQueue, stopQueue } from '#server/platform/queue/queue.ts'
import type { BackupManifest } from '../backup/backup-manifest.ts'
import { type ProgressReporter, OperatorCommandError } from '../operator-command.ts'
import { openExclusiveConnection } from './exclusive-connection.ts'
import { checkBackup } from './check-backup.ts'
import { loadDatabaseFromBackup, getPreRestoreSchemaName } from './load-database.ts'
import { countMissingStorageObjects, uploadMissingStorageObjects, stageFiles } from './stage-files.ts'
import {
  writeRestoreJournal,
  removeRestoreJournal,
  dataFolderPaths,
  recoverInterruptedRestore,
  swapDataFolders,
} from './swap-data-folders.ts'

interface RestoreOptions {
  /** The folder that contains the backup. */
  folder: string
  databaseUrl: string
  dataDir: string
  /**
   * Whether the site stores its files in a bucket. If the files are in a bucket, `storage` must already be
   * connected to the site's bucket.
   */
  hasS3Bucket: boolean
  /**
   * The definitions of all jobs that the site can run. The restore puts the waiting jobs of the backup back
   * into their queues.
   */
  jobs: Job<object>[]
  reportProgress: ProgressReporter
}

/**
 * Where the replaced data is kept: the name of the database schema and, with local storage, the folder that
 * contains the replaced files.
 */
export interface RestoreResult {
  schema: string
  replacedFolder: string | null
}

/**
 * Replaces the site's data with a backup. If a site is running or the backup is invalid, throws
 * OperatorCommandError without changing anything. The replaced data is kept, and it survives any
 * interruption, including `kill -9`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { databaseUrl, reportProgress } = options
  const folder = resolve(options.folder)
  await mkdir(options.dataDir, { recursive: true })
  const client = await openExclusiveConnection(databaseUrl)
  try {
    await recoverInterruptedRestore(options)
    reportProgress('Checking the backup.')
    const manifest = await checkBackup(folder)
    assertFilesAvailable(manifest, options)
    await startQueue(databaseUrl, options.jobs, false)
    try {
      return await replaceSiteData(client, { ...options, folder }, manifest)
    } finally {
      await stopQueue()
    }
  } finally {
    await client.end()
  }
}

function assertFilesAvailable({ files: kept }: BackupManifest, { hasS3Bucket }: RestoreOptions): void {
  if (kept.are === 'here' || hasS3Bucket) return
  throw new OperatorCommandError(
    'This backup only lists the files of a bucket and does not contain them. Set S3_BUCKET to that bucket. Nothing was changed.',
  )
}

async function replaceSiteData(
  client: pg.Client,
  options: RestoreOptions,
  manifest: BackupManifest,
): Promise<RestoreResult> {
  const { folder, dataDir, hasS3Bucket, reportProgress } = options
  const id = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 17)
  const staged = dataFolderPaths.staged(dataDir, id)
  await writeRestoreJournal(dataDir, id)
  try {
    reportProgress(`Copying ${manifest.files.count} files.`)
    if (!hasS3Bucket) await stageFiles(folder, staged)
    else await restoreBucketObjects(folder, manifest, reportProgress)
    reportProgress(`Loading ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows.`)
    const waiting = await loadDatabaseFromBackup(client, { folder, manifest, id })
    reportProgress(`${waiting} jobs were put back into the queue.`)
  } catch (error) {
    // The connection to the database may break during the commit, so the recovery checks in the database
    // whether the restore took effect.
    await recoverInterruptedRestore(options)
    throw error
  }
  await swapDataFolders(dataDir, id)
  await removeRestoreJournal(dataDir)
  return {
    schema: getPreRestoreSchemaName(id),
    replacedFolder: hasS3Bucket ? null : dataFolderPaths.replaced(dataDir, id),
  }
}

async function restoreBucketObjects(
  folder: string,
  manifest: BackupManifest,
  reportProgress: ProgressReporter,
): Promise<void> {
  if (manifest.files.are === 'here') {
    const { count, differing } = await uploadMissingStorageObjects(folder)
    reportProgress(`${count} missing objects were uploaded to the bucket.`)
    for (const { key } of differing)
      reportProgress(`Not overwritten, although its size differs from the backup: ${key}`)
  } else {
    const lost = await countMissingStorageObjects(folder)
    if (lost > 0) reportProgress(`${lost} objects of the backup are missing from the bucket.`)
  }
}
