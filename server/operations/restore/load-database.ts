import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { signInTablesWithExpiringRows } from '#server/auth/expired-sign-ins.ts'
import { readMigrations, applyMigration } from '#server/platform/db/migrate.ts'
import { prepareSchema } from '#server/platform/db/schema-prerequisites.ts'
import { replaceQueuedJobs, type QueuedJob } from '#server/platform/queue/queue.ts'
import { type BackupManifest, unusableBackupAdvice, backupPaths } from '../backup/backup-manifest.ts'
import { portablePostgresSettings, quoteIdentifier, listTables } from '../backup/backup-tables.ts'
import { OperatorCommandError } from '../operator-command.ts'
import { swapSchemas } from './swap-schemas.ts'

/** Returns the name of the schema in which a restore keeps the replaced rows. */
export function getPreRestoreSchemaName(id: string): string {
  return `before_restore_${id}`
}

/**
 * Creates a second schema next to the current one, loads the backup into the second schema, migrates it and
 * swaps the two schemas. All of this happens in one transaction, so a failure leaves the database unchanged.
 * Returns the number of requeued jobs.
 */
export async function loadDatabaseFromBackup(
  client: pg.Client,
  { folder, manifest, id }: { folder: string; manifest: BackupManifest; id: string },
): Promise<number> {
  await client.query(portablePostgresSettings)
  await client.query('begin')
  try {
    // If another client holds a lock on a table, the restore fails after waiting for 30 seconds.
    await client.query(`set local lock_timeout = '30s'`)
    await client.query('create extension if not exists pg_trgm schema public')
    await client.query('create schema restoring')
    await client.query('set local search_path = restoring, public')
    await fillSchema(client, folder, manifest)
    await deleteSignIns(client)
    await swapSchemas(client, getPreRestoreSchemaName(id))
    await client.query('set local search_path = public')
    const waiting = await replaceQueuedJobs(client, readWaitingJobs(folder))
    await client.query('commit')
    // Updates the planner's statistics to speed up queries. If the update fails, autovacuum updates the
    // statistics later.
    await client.query('analyze').catch(() => {})
    return waiting
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function fillSchema(client: pg.Client, folder: string, manifest: BackupManifest): Promise<void> {
  const migrations = await readMigrations()
  const appliedCount = manifest.migrations.length
  await prepareSchema(client)
  for (const migration of migrations.slice(0, appliedCount)) await applyMigration(client, migration)
  for (const table of await orderByForeignKeys(client, manifest)) await fillTable(client, folder, table)
  for (const { name, value } of manifest.sequences)
    // Each sequence skips a million ids, because a page that is still open may know ids that were assigned
    // after the backup was made, and treats only higher ids as new.
    await client.query('select setval($1::regclass, $2)', [
      `restoring.${quoteIdentifier(name)}`,
      value + 1_000_000,
    ])
  for (const migration of migrations.slice(appliedCount)) {
    await applyMigration(client, migration)
    await client.query('set constraints all immediate; set constraints all deferred')
  }
}

/**
 * Ends all sessions and invalidates all sign-in links. Without this step, the restore would bring back
 * sessions that have ended and links that have been used since the backup was made.
 */
async function deleteSignIns(client: pg.Client): Promise<void> {
  for (const table of signInTablesWithExpiringRows) await client.query(`delete from restoring.${table}`)
}

type ManifestTable = BackupManifest['tables'][number]

/**
 * Sorts the tables so that each table follows the tables that it references. Throws OperatorCommandError if
 * the tables in the manifest differ from those of the schema.
 */
async function orderByForeignKeys(client: pg.Client, { tables }: BackupManifest): Promise<ManifestTable[]> {
  const tablesOfSchema = (await listTables(client, 'restoring')).filter(({ name }) => name !== 'migrations')
  const isSame = tablesOfSchema.every(({ name, columns }) => {
    const kept = tables.find((table) => table.name === name)
    return kept?.columns.toSorted().join() === columns.toSorted().join()
  })
  if (!isSame || tablesOfSchema.length !== tables.length)
    throw new OperatorCommandError(
      `The tables of this backup do not match its version. ${unusableBackupAdvice}`,
    )
  const { rows: keys } = await client.query<{ from: string; to: string }>(
    `select child.relname as from, parent.relname as to from pg_constraint
     join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
     where contype = 'f' and connamespace = 'restoring'::regnamespace and conrelid <> confrelid`,
  )
  const remaining = new Map(tables.map((table) => [table.name, table]))
  const ordered: ManifestTable[] = []
  while (remaining.size > 0) {
    const ready = [...remaining.values()].filter(
      ({ name }) => !keys.some((one) => one.from === name && remaining.has(one.to)),
    )
    if (ready.length === 0) throw new Error('tables reference each other in a cycle')
    for (const table of ready) {
      remaining.delete(table.name)
      ordered.push(table)
    }
  }
  return ordered
}

/**
 * Fills a table with triggers disabled, because the backed-up rows already include the changes that triggers
 * made.
 */
async function fillTable(
  client: pg.Client,
  folder: string,
  { name, columns, rows }: ManifestTable,
): Promise<void> {
  const table = `restoring.${quoteIdentifier(name)}`
  await client.query(`alter table ${table} disable trigger user; delete from ${table}`)
  const into = client.query(copyFrom(`copy ${table} (${columns.map(quoteIdentifier).join(', ')}) from stdin`))
  await pipeline(createReadStream(backupPaths.table(folder, name)), createGunzip(), into)
  await client.query(`alter table ${table} enable trigger user`)
  if (into.rowCount !== rows) throw new Error(`${name}: ${into.rowCount} rows instead of ${rows}`)
}

async function* readWaitingJobs(folder: string): AsyncGenerator<QueuedJob> {
  const text = createReadStream(backupPaths.jobs(folder)).pipe(createGunzip())
  for await (const line of createInterface({ input: text }))
    yield JSON.parse(unescapeCopyText(line)) as QueuedJob
}

/**
 * Undoes the doubling of backslashes in COPY's text format. JSON has already escaped all other characters
 * that COPY would escape.
 */
function unescapeCopyText(line: string): string {
  return line.replaceAll('\\\\', '\\')
}
