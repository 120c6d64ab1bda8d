import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { db } from '#server/platform/db/db.ts'
import { isProcessAlive } from '#server/platform/db/embedded/postmaster.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { fsyncPath } from '#server/platform/storage/fsync.ts'
import { OperatorCommandError } from '../operator-command.ts'
import { fsyncFolders } from './durable-file-writes.ts'
import { copyFilesToBackup } from './backup-files.ts'
import { type BackupManifest, readBackupManifest, writeBackupManifest } from './backup-manifest.ts'
import { portablePostgresSettings, writeTablesToBackup } from './backup-tables.ts'

interface BackupOptions {
  /** The folder in which backups are created. Each backup gets its own subfolder. */
  into: string
  databaseUrl: string
  /** The product version to record in the backup. */
  version: string
  /**
   * Whether files are copied. If the files are in a bucket, the backup can list them instead of copying them.
   */
  withObjects: boolean
}

/**
 * Backs up a running site. The backup contains all tables from one database snapshot, and the files that the
 * rows of the tables reference. The backup is written under a temporary name and renamed once it is
 * completely on disk. The configuration must be loaded and the database and the file storage must be open
 * before this function is called. Returns the folder.
 */
export async function createBackup(
  options: BackupOptions,
): Promise<{ folder: string; manifest: BackupManifest }> {
  const into = resolve(options.into)
  await mkdir(into, { recursive: true, mode: 0o700 })
  await removeAbandonedBackups(into)
  const madeAt = new Date()
  const temporary = join(into, `${temporaryFolderPrefix}${process.pid}`)
  const folder = join(into, backupFolderName(madeAt))
  try {
    await mkdir(join(temporary, 'tables'), { recursive: true, mode: 0o700 })
    await mkdir(join(temporary, 'files'), { mode: 0o700 })
    const manifest = await writeBackup(temporary, options, madeAt, await findNewestBackup(into))
    await rename(temporary, folder)
    await fsyncPath(into)
    return { folder, manifest }
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if (isOutOfSpace(error))
      throw new OperatorCommandError(`There is no space left in ${into}. The incomplete backup was deleted.`)
    throw error
  }
}

const temporaryFolderPrefix = '.making-'

/** Removes the temporary folders of interrupted backups. */
async function removeAbandonedBackups(into: string): Promise<void> {
  for (const name of await readdir(into))
    if (
      name.startsWith(temporaryFolderPrefix) &&
      !isProcessAlive(Number(name.slice(temporaryFolderPrefix.length)))
    )
      await rm(join(into, name), { recursive: true, force: true })
}

function backupFolderName(madeAt: Date): string {
  return `afterbell-${madeAt.toISOString().replaceAll(/[:.]/g, '-')}`
}

/**
 * Returns the newest earlier backup whose files the new backup can hard-link. Damaged backups are skipped, as
 * are backups that only list the objects of a bucket. The alphabetical order of the backups' folder names is
 * also their chronological order.
 */
async function findNewestBackup(into: string): Promise<string | undefined> {
  const names = (await readdir(into)).filter((name) => /^afterbell-[0-9TZ-]+$/.test(name)).toSorted()
  for (const name of names.toReversed()) {
    const folder = join(into, name)
    const isGood = await readBackupManifest(folder).then(
      ({ files }) => files.are === 'here',
      () => false,
    )
    if (isGood) return folder
  }
  return undefined
}

async function writeBackup(
  folder: string,
  { databaseUrl, version, withObjects }: BackupOptions,
  madeAt: Date,
  previous: string | undefined,
): Promise<BackupManifest> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'afterbell-backup' })
  await client.connect()
  try {
    await client.query(portablePostgresSettings)
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
    const tables = await writeTablesToBackup(client, folder)
    if (tables.migrations.length === 0)
      throw new OperatorCommandError('This database is empty, so there is nothing to back up.')
    const isOlder = tables.migrations.length < (await readMigrations()).length
    const files = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await sql`set transaction snapshot ${sql.lit(rows[0]!.id)}`.execute(tx)
        return copyFilesToBackup({ tx, folder, previous, withObjects, isOlder })
      })
    const manifest: BackupManifest = {
      product: 'afterbell',
      format: 1,
      version,
      made_at: madeAt.toISOString(),
      ...tables,
      files,
    }
    await writeBackupManifest(folder, manifest)
    await fsyncFolders(folder)
    await chmod(folder, 0o700)
    return manifest
  } finally {
    await client.end()
  }
}

function isOutOfSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}
