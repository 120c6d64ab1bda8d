import type { Socket } from 'node:net'
import pg from 'pg'
import { log } from '../log.ts'

/*
 * If the network drops packets without closing connections, a query can wait forever for its response. Statement
 * timeouts do not help, because PostgreSQL enforces them. This file finds such connections and closes them.
 */

const checkMs = 500
/** A connection is suspicious if a query has received no bytes for this many milliseconds. */
const suspiciousAfterMs = 3000
const probeTimeoutMs = 1000

/** The fields of pg's client that its type declarations leave out. */
interface ClientInternals {
  processID: number
  readyForQuery: boolean
  connection: { stream: Socket }
}

interface WatchedConnection {
  internals: ClientInternals
  isIdleInPool: boolean
  /** When the connection was last known to work: it had no running query, or it received bytes. */
  aliveAt: number
}

/**
 * Watches all connections of these pools until the returned function is called. If a query has waited for three
 * seconds, asks PostgreSQL over a new connection whether the query is still running. If it is not, its response was
 * lost. The connection is then closed on both sides, so that it keeps no locks, and the query fails. Long queries and
 * queries that wait for a lock continue.
 */
export function watchForSilentConnections(pools: pg.Pool[], connectionString: string): () => void {
  const connections = new Map<pg.PoolClient, WatchedConnection>()
  for (const pool of pools) watchPool(pool, connections)
  let isProbing = false
  const timer = setInterval(() => {
    const suspicious = findSuspicious(connections.values())
    if (suspicious.length === 0 || isProbing) return
    isProbing = true
    closeSilentConnections(connections, suspicious, connectionString)
      .catch((error: Error) => log.warn('the database does not respond', { error: error.message }))
      .finally(() => (isProbing = false))
  }, checkMs)
  timer.unref()
  return () => clearInterval(timer)
}

function watchPool(pool: pg.Pool, connections: Map<pg.PoolClient, WatchedConnection>): void {
  const watch = (client: pg.PoolClient): WatchedConnection => {
    const internals = client as unknown as ClientInternals
    const connection = { internals, isIdleInPool: false, aliveAt: performance.now() }
    internals.connection.stream.on('data', () => (connection.aliveAt = performance.now()))
    // Without a listener, an error of a connection that is in use would end the process.
    client.on('error', () => {})
    connections.set(client, connection)
    return connection
  }
  const setIdle = (client: pg.PoolClient, isIdle: boolean) => {
    ;(connections.get(client) ?? watch(client)).isIdleInPool = isIdle
  }
  pool.on('acquire', (client) => setIdle(client, false))
  pool.on('release', (_error, client) => setIdle(client, true))
  pool.on('remove', (client) => connections.delete(client))
}

function findSuspicious(connections: Iterable<WatchedConnection>): WatchedConnection[] {
  const now = performance.now()
  const found: WatchedConnection[] = []
  for (const connection of connections) {
    if (connection.internals.readyForQuery) {
      if (!connection.isIdleInPool) connection.aliveAt = now
    } else if (now - connection.aliveAt > suspiciousAfterMs) found.push(connection)
  }
  return found
}

/**
 * Closes the suspicious connections whose queries are not running. Connections that have been idle in the pool since
 * then are closed too, because the next query on them would probably get no response either.
 */
async function closeSilentConnections(
  connections: ReadonlyMap<unknown, WatchedConnection>,
  suspicious: WatchedConnection[],
  connectionString: string,
): Promise<void> {
  const ended = await terminateIdleBackends(suspicious, connectionString)
  const silent = suspicious.filter(({ internals }) => ended.has(internals.processID))
  if (silent.length === 0) return
  const since = Math.max(...silent.map(({ aliveAt }) => aliveAt))
  const idle = [...connections.values()].filter((one) => one.isIdleInPool && one.aliveAt <= since)
  log.warn('closing database connections without a response', { silent: silent.length, idle: idle.length })
  for (const { internals } of [...silent, ...idle]) internals.connection.stream.destroy()
}

/** Terminates those of the connections' server processes that run no query, and returns their ids. */
async function terminateIdleBackends(
  connections: WatchedConnection[],
  connectionString: string,
): Promise<Set<number>> {
  const probe = new pg.Client({
    connectionString,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  probe.on('error', () => {})
  try {
    await probe.connect()
    // If the process itself was blocked, it has received the responses by now.
    const processIds = findSuspicious(connections).map(({ internals }) => internals.processID)
    const { rows } = await probe.query<{ pid: number }>(
      `select pid, pg_terminate_backend(pid) from pg_stat_activity
        where pid = any($1) and state like 'idle%' and state_change < clock_timestamp() - interval '1 second'`,
      [processIds],
    )
    return new Set(rows.map(({ pid }) => pid))
  } finally {
    // A connection without a response cannot be ended in the regular way.
    ;(probe as unknown as ClientInternals).connection.stream.destroy()
  }
}
