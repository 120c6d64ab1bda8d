import pg from 'pg'
import { waitUntil } from '#tests/support/async/wait-until.ts'

/** Runs one query on a separate connection. */
export async function queryOnNewConnection<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

/**
 * Connects as the superuser `postgres`, so that a restore does not mistake this connection for a connection
 * of a running site.
 */
export async function connectAsSuperuser(url: string): Promise<pg.Client> {
  const as = new URL(url)
  as.username = 'postgres'
  const client = new pg.Client({ connectionString: as.href })
  await client.connect()
  return client
}

/** Waits until a connection is blocked by a lock on this table. */
export function waitUntilConnectionWaitsForLock(client: pg.Client, table: string) {
  const text = `select from pg_locks where not granted and relation = '${table}'::regclass`
  return waitUntil(async () => (await client.query(text)).rowCount)
}
