import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type pg from 'pg'
import type { Job } from '#server/platform/queue/queue.ts'
import { startQueue, stopQueue } from '#server/platform/queue/queue.ts'
import type { BackupManifest } from '../backup/manifest.ts'
import { type ProgressReporter, OperatorError } from '../operator-error.ts'
import { connectExclusively } from './exclusive-connection.ts'
import { checkBackup } from './check-backup.ts'
import { loadDatabase, replacedSchemaName } from './load-database.ts'
import { countMissingObjects, uploadMissingObjects, stageFiles } from './stage-files.ts'
import {
  writeRestoreJournal,
  removeRestoreJournal,
  restoreFolders,
  recoverInterruptedRestore,
  swapDataFolders,
} from './swap-files.ts'

interface RestoreOptions {
  /** Of one backup. */
  folder: string
  databaseUrl: string
  dataDir: string
  /** Whether files are in a bucket, which then is `storage`. */
  hasBucket: boolean
  /** All that the site works on: what waits is put back into these queues. */
  jobs: Job<object>[]
  tell: ProgressReporter
}

/** What is kept of before: the schema in the database, and the folder of files where they are local. */
export interface RestoreResult {
  schema: string
  aside: string | null
}

/**
 * Puts a backup in the place of what is there. Throws Trouble, with everything as it was, when a site runs on the database or the
 * backup is not good; and whatever happens on the way, also `kill -9`, what was there stays. What was there is kept aside.
 */
export async function restoreBackup(wish: RestoreOptions): Promise<RestoreResult> {
  const { databaseUrl, tell } = wish
  const folder = resolve(wish.folder)
  await mkdir(wish.dataDir, { recursive: true })
  const client = await connectExclusively(databaseUrl)
  try {
    await recoverInterruptedRestore(wish)
    tell('Reading the backup through.')
    const manifest = await checkBackup(folder)
    assertFilesAvailable(manifest, wish)
    await startQueue(databaseUrl, wish.jobs, false)
    try {
      return await replaceSiteData(client, { ...wish, folder }, manifest)
    } finally {
      await stopQueue()
    }
  } finally {
    await client.end()
  }
}

function assertFilesAvailable({ files: kept }: BackupManifest, { hasBucket }: RestoreOptions): void {
  if (kept.are === 'here' || hasBucket) return
  throw new OperatorError(
    'This backup names its files in a bucket and has none of them. Set S3_BUCKET to that bucket. Nothing was changed.',
  )
}

async function replaceSiteData(
  client: pg.Client,
  wish: RestoreOptions,
  manifest: BackupManifest,
): Promise<RestoreResult> {
  const { folder, dataDir, hasBucket, tell } = wish
  const id = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 17)
  const staged = restoreFolders.staged(dataDir, id)
  await writeRestoreJournal(dataDir, id)
  try {
    tell(`Putting ${manifest.files.count} files beside those that are there.`)
    if (!hasBucket) await stageFiles(folder, staged)
    else await restoreBucketObjects(folder, manifest, tell)
    tell(`Loading ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows.`)
    const waiting = await loadDatabase(client, { folder, manifest, id })
    tell(`${waiting} jobs wait in the queue.`)
  } catch (error) {
    // By what the database says, not by what we believe: a connection may break in the very moment of the commit.
    await recoverInterruptedRestore(wish)
    throw error
  }
  await swapDataFolders(dataDir, id)
  await removeRestoreJournal(dataDir)
  return { schema: replacedSchemaName(id), aside: hasBucket ? null : restoreFolders.aside(dataDir, id) }
}

async function restoreBucketObjects(
  folder: string,
  manifest: BackupManifest,
  tell: ProgressReporter,
): Promise<void> {
  if (manifest.files.are === 'here') {
    const { count, differing } = await uploadMissingObjects(folder)
    tell(`${count} objects were put back into the bucket.`)
    for (const { key } of differing) tell(`Left as it is, of another size than in the backup: ${key}`)
  } else {
    const lost = await countMissingObjects(folder)
    if (lost > 0) tell(`${lost} objects that the backup names are not in the bucket any more.`)
  }
}
