import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { prepareSchema } from './schema-prerequisites.ts'

const folder = new URL('migrations/', import.meta.url)

/**
 * The id of the advisory lock for schema changes. While one process holds this lock, a site that starts waits
 * for it.
 */
export const schemaLockId = 727_311

/**
 * Migrates the database at `url` to the current schema. Runs each pending numbered `.sql` file in a
 * transaction of its own. A lock ensures that only one process runs migrations at a time. Throws if a
 * migration file was changed after it had been applied, because changes belong in a new file.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${schemaLockId})`)
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

async function runMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await applyMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Runs a migration in the caller's transaction and records it. */
export async function applyMigration(client: pg.Client, { name, text, sha256 }: Migration): Promise<void> {
  try {
    await client.query(text)
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
