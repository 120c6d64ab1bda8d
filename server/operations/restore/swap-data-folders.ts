import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { fsyncPath } from '#server/platform/storage/fsync.ts'
import { writeDurableFile } from '../backup/durable-file-writes.ts'
import { type ProgressReporter, OperatorCommandError } from '../operator-command.ts'
import { getPreRestoreSchemaName } from './load-database.ts'

interface RestoreLocation {
  databaseUrl: string
  dataDir: string
  reportProgress: ProgressReporter
}

/*
 * A restore swaps the rows in one transaction, and the files with two renames. The power can fail between the
 * transaction and the renames, so the restore is first recorded in a journal. When the site is started after
 * an interruption, it checks whether the rows were swapped. If the rows were swapped, the site completes the
 * renames. If the rows were not swapped, the site deletes the staged files.
 */

const restoreJournalPath = (dataDir: string) => join(dataDir, 'restore-under-way.json')

export const dataFolderPaths = {
  current: (dataDir: string) => join(dataDir, 'files'),
  staged: (dataDir: string, id: string) => join(dataDir, `files.restoring-${id}`),
  replaced: (dataDir: string, id: string) => join(dataDir, `files.before-restore-${id}`),
}

/** Throws while a restore is in progress, because rows and files may not match during that time. */
export function assertNoRestoreInProgress(dataDir: string): void {
  if (existsSync(restoreJournalPath(dataDir)))
    throw new OperatorCommandError(
      'A restore is in progress or was interrupted. If it was interrupted, start the site once to complete it or roll it back.',
    )
}

/** Records a restore in the journal. This function must be called before the first file is staged. */
export async function writeRestoreJournal(dataDir: string, id: string): Promise<void> {
  await writeDurableFile(restoreJournalPath(dataDir), JSON.stringify({ id }))
  await fsyncPath(dataDir)
}

/** Completes or rolls back an interrupted restore, if there is one. */
export async function recoverInterruptedRestore({
  databaseUrl,
  dataDir,
  reportProgress,
}: RestoreLocation): Promise<void> {
  const text = await readFile(restoreJournalPath(dataDir), 'utf8').catch(() => null)
  if (text === null) return
  const { id } = JSON.parse(text) as { id: string }
  if (await hasSwappedSchemas(databaseUrl, id)) {
    await swapDataFolders(dataDir, id)
    reportProgress('An interrupted restore was completed.')
  } else {
    await rm(dataFolderPaths.staged(dataDir, id), { recursive: true, force: true })
    reportProgress('An interrupted restore was rolled back. All data is as it was before the restore.')
  }
  await removeRestoreJournal(dataDir)
}

async function hasSwappedSchemas(databaseUrl: string, id: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query('select from pg_namespace where nspname = $1', [
      getPreRestoreSchemaName(id),
    ])
    return rows.length > 0
  } finally {
    await client.end()
  }
}

/**
 * Swaps the file folders. Idempotent. If the site's files are in a bucket, no files were staged, so this
 * function does nothing.
 */
export async function swapDataFolders(dataDir: string, id: string): Promise<void> {
  const [now, staged, aside] = [
    dataFolderPaths.current(dataDir),
    dataFolderPaths.staged(dataDir, id),
    dataFolderPaths.replaced(dataDir, id),
  ]
  if (!existsSync(staged)) return
  if (existsSync(now) && !existsSync(aside)) await rename(now, aside)
  await rename(staged, now)
  await fsyncPath(dataDir)
}

export async function removeRestoreJournal(dataDir: string): Promise<void> {
  await rm(restoreJournalPath(dataDir), { force: true })
  await fsyncPath(dataDir)
}
