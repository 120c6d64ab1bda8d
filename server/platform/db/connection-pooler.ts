import pg from 'pg'
import { ConfigError } from '../settings/config-error.ts'

/**
 * Whether a database address leads directly to PostgreSQL, or to a connection pooler in session mode or in
 * transaction mode.
 */
export type ConnectionMode = 'direct' | 'session' | 'transaction'

interface DatabaseUrls {
  databaseUrl: string
  databaseDirectUrl: string | undefined
}

/**
 * Throws an error with a message for the operator if the site cannot run with these addresses. Advisory locks,
 * `listen` and the job queue need connections that keep their session.
 */
export async function assertDatabaseUrlsUsable({
  databaseUrl,
  databaseDirectUrl,
}: DatabaseUrls): Promise<void> {
  const mode = await detectConnectionMode(databaseDirectUrl ?? databaseUrl)
  if (mode === 'transaction')
    throw new ConfigError(
      databaseDirectUrl === undefined
        ? 'DATABASE_URL points to a connection pooler in transaction mode, such as PgBouncer. ' +
            'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.'
        : 'DATABASE_DIRECT_URL points to a connection pooler in transaction mode. ' +
            'Set it to the address of PostgreSQL itself.',
    )
  if (databaseDirectUrl === undefined) return
  if ((await identifyDatabase(databaseUrl)) !== (await identifyDatabase(databaseDirectUrl)))
    throw new ConfigError('DATABASE_URL and DATABASE_DIRECT_URL point to different databases.')
}

/**
 * Detects a connection pooler. A pooler gives its clients made-up process ids. A pooler in session mode gives each
 * client a server process of its own until the client disconnects. In transaction mode, clients share server
 * processes.
 */
export async function detectConnectionMode(url: string): Promise<ConnectionMode> {
  return withConnection(url, async (first) => {
    const firstPid = await readServerPid(first)
    if (firstPid === (first as unknown as { processID: number }).processID) return 'direct'
    return withConnection(url, async (second) => {
      const secondPid = await readServerPid(second)
      // A pooler can give out its connections in turn, so two clients that alternate could always get the same
      // two connections.
      for (const [client, pid] of [
        [second, secondPid],
        [first, firstPid],
        [first, firstPid],
        [second, secondPid],
      ] as const)
        if (firstPid === secondPid || (await readServerPid(client)) !== pid) return 'transaction'
      return 'session'
    })
  })
}

async function readServerPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}

async function identifyDatabase(url: string): Promise<string> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select concat_ws(' ', current_database(), extract(epoch from pg_postmaster_start_time())) as id`,
    )
    return rows[0]!.id
  })
}

async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
