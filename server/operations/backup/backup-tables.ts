import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { writeCompressedFile } from './durable-file-writes.ts'
import { type BackupManifest, backupPaths } from './backup-manifest.ts'

/** Database session settings that give a value the same text representation on every server. */
export const portablePostgresSettings = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set client_encoding = 'UTF8'; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

type BackedUpTables = Pick<BackupManifest, 'migrations' | 'tables' | 'sequences' | 'jobs'>

/**
 * Writes all tables and the waiting jobs to the backup, as the current transaction of `client` sees them. The
 * tables are streamed one at a time.
 */
export async function writeTablesToBackup(client: pg.Client, folder: string): Promise<BackedUpTables> {
  const migrations = await listMigrations(client)
  const tables: BackupManifest['tables'] = []
  for (const { name, columns } of await listTables(client, 'public')) {
    if (name === 'migrations') continue
    const rows = copyTo(
      `copy ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) to stdout`,
    )
    const checksum = await writeCompressedFile(backupPaths.table(folder, name), client.query(rows))
    tables.push({ name, columns, rows: rows.rowCount, ...checksum })
  }
  return {
    migrations,
    tables,
    sequences: await listSequences(client),
    jobs: await writeWaitingJobs(client, folder),
  }
}

export async function listMigrations(client: pg.Client): Promise<BackupManifest['migrations']> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.migrations') is not null as there`,
  )
  if (!rows[0]!.there) return []
  return (await client.query(`select name, sha256 from public.migrations order by name`)).rows
}

/**
 * Lists the tables of a schema with their stored columns. Generated columns are excluded. Unlogged tables are
 * also excluded, because they contain only data that may be lost.
 */
export async function listTables(
  client: pg.Client,
  schema: string,
): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relnamespace = $1::regnamespace and relkind = 'r' and relpersistence = 'p' group by relname order by relname`,
    [schema],
  )
  return rows as { name: string; columns: string[] }[]
}

async function listSequences(client: pg.Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value as value from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  return rows.map(({ name, value }) => ({ name, value: Number(value) }))
}

/**
 * Writes the waiting jobs in our own format, because the queue's tables depend on the pg-boss version.
 * Running jobs are saved as waiting jobs. Cron jobs are excluded because the site creates them again from
 * their schedules.
 */
async function writeWaitingJobs(client: pg.Client, folder: string): Promise<BackupManifest['jobs']> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('pgboss.job') is not null as there`,
  )
  const jobs = rows[0]!.there
    ? `select name, data, priority, start_after, singleton_key from pgboss.job
       where state < 'completed' and name !~ '^(chore-|__pgboss)' order by created_on`
    : `select where false`
  const lines = copyTo(`copy (select to_jsonb(job) from (${jobs}) job) to stdout`)
  const checksum = await writeCompressedFile(backupPaths.jobs(folder), client.query(lines))
  return { rows: lines.rowCount, ...checksum }
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
