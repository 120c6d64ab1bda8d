import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('migrations/', import.meta.url)

/**
 * Brings the database at `url` up to date: runs the numbered `.sql` files that have not run yet, each in a
 * transaction, one process at a time. A file that was changed after it ran is refused: write a new one.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(727311)')
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, ran_at timestamptz not null default now())',
    )
    const ran = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
    const done = new Map(ran.rows.map((row) => [row.name, row.sha256]))
    const fresh: string[] = []
    for (const { name, text, sha256 } of await readMigrations()) {
      if (done.get(name) === sha256) continue
      if (done.has(name))
        throw new Error(`Migration ${name} was changed after it ran. Put the change into a new one.`)
      await run(client, name, text, sha256)
      fresh.push(name)
    }
    return fresh
  } finally {
    await client.end()
  }
}

async function readMigrations() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function run(client: pg.Client, name: string, text: string, sha256: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
