import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { createSiteGauge } from '#server/platform/metrics/site-gauge.ts'
import type { BackupManifest } from './backup-manifest.ts'

/** Records that a backup is complete, so that `admin -- doctor` and an alert can warn if backups stop. */
export async function recordBackupRun({ tables, files }: BackupManifest): Promise<void> {
  // Before an upgrade, operators back up a database whose migrations have not run yet.
  if (!(await hasBackupRunsTable())) return
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  await db.insertInto('backup_runs').values({ rows, files: files.count, bytes: files.size }).execute()
}

/** Returns the seconds since the last backup, or null if no backup has been made. */
export async function loadBackupAge(): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`select
    extract(epoch from now() - max(finished_at))::float8 as seconds from backup_runs`.execute(db)
  return rows[0]!.seconds
}

/** Returns the time of the last backup in ISO 8601 and its number of files and bytes, or null if there is none. */
export async function loadLastBackup(): Promise<{
  finished_at: string
  files: number
  bytes: number
} | null> {
  const row = await db
    .selectFrom('backup_runs')
    .select(['finished_at', 'files', 'bytes'])
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, finished_at: row.finished_at.toISOString() } : null
}

async function hasBackupRunsTable(): Promise<boolean> {
  const { rows } = await sql<{
    exists: boolean
  }>`select to_regclass('backup_runs') is not null as exists`.execute(db)
  return rows[0]!.exists
}

export async function deleteOldBackupRuns(): Promise<void> {
  await sql`delete from backup_runs where finished_at < now() - interval '1 year'`.execute(db)
}

createSiteGauge('afterbell_backup_age_seconds', 'Seconds since the last complete backup', loadBackupAge)
