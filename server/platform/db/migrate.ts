import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { log } from '../log.ts'
import { prepareSchema } from './schema-prerequisites.ts'

const folder = new URL('migrations/', import.meta.url)

/**
 * The id of the advisory lock for schema changes. A process that starts while another process holds this lock
 * waits until the lock is released.
 */
export const migrationLockId = 727_311

/**
 * Migrates the database at `url` to the current schema. Runs each pending numbered `.sql` file in a separate
 * transaction. A lock ensures that only one process runs migrations at a time. Throws if a migration file was
 * changed after it was applied. Every schema change therefore needs a new migration file.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${migrationLockId})`)
    await prepareSchema(client)
    const ran = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
    const done = new Map(ran.rows.map((row) => [row.name, row.sha256]))
    const fresh: string[] = []
    for (const migration of await readMigrations()) {
      const { name, sha256 } = migration
      if (done.get(name) === sha256) continue
      if (done.has(name))
        throw new Error(`Migration ${name} was changed after it ran. Put the change into a new migration.`)
      await runMigration(client, migration)
      fresh.push(name)
    }
    return fresh
  } finally {
    await client.end()
  }
}

export interface Migration {
  name: string
  text: string
  sha256: string
}

/** Returns the numbered migration files in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * How long a migration waits for a lock before it is rolled back and retried. While a migration waits, every
 * statement of the running site that needs the same table waits behind the migration. The limit is below
 * PostgreSQL's `deadlock_timeout` (1 s). If a migration and a request deadlock, the migration therefore gives
 * up first, and PostgreSQL does not cancel the request.
 */
const lockTimeoutMs = 500
const lockRetryPauseMs = 1000

/** The SQLSTATE codes lock_not_available and deadlock_detected. */
const lockErrorCodes = ['55P03', '40P01']

/**
 * Runs a migration in a separate transaction. If the migration cannot acquire a lock in time, retries the
 * migration until it has acquired all its locks.
 */
async function runMigration(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      await applyMigration(client, migration)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isLockError(error)) throw error
    }
    if (tries === 1) log.warn(`Migration ${migration.name} waits until a table is no longer in use`)
    await pause(lockRetryPauseMs)
  }
}

function isLockError(error: unknown): boolean {
  const { cause } = error as Error
  return cause instanceof pg.DatabaseError && lockErrorCodes.includes(cause.code ?? '')
}

/** Runs a migration in the caller's transaction and records that the migration has been applied. */
export async function applyMigration(client: pg.Client, { name, text, sha256 }: Migration): Promise<void> {
  try {
    await client.query(text)
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
