import pg from 'pg'
import { log } from '../log.ts'
import { createGauge } from '../metrics/registry.ts'
import { PoolerClient, type QueryTimeouts } from './pooler-client.ts'
import { PreparedStatementClient } from './prepared-statements.ts'

interface PoolOptions {
  url: string
  /** The address of PostgreSQL itself, if `url` is the address of a connection pooler. */
  directUrl: string | undefined
  max: number
  request: QueryTimeouts
  work: QueryTimeouts
}

/** The connection pool for requests. Background work uses a separate pool. */
export let pool: pg.Pool
let workPool: pg.Pool
/** The pool of direct connections, if the other pools connect to a connection pooler. */
let sessionPool: pg.Pool | undefined

/**
 * Whether the process is shutting down. A connection that breaks during a shutdown is not logged as an error.
 */
let closing = false

export function openPools({ url, directUrl, max, request, work }: PoolOptions): void {
  closing = false
  const open = directUrl === undefined ? openPool : openPoolThroughPooler
  pool = open(url, max, request)
  workPool = open(url, Math.min(max, 8), work)
  sessionPool = directUrl === undefined ? undefined : openPool(directUrl, maxSessionConnections, request)
}

/** One connection is in use at a time. While it is being returned, the next one can already be open. */
const maxSessionConnections = 2

export async function closePools(): Promise<void> {
  closing = true
  await Promise.all([pool.end(), workPool.end(), sessionPool?.end()])
}

export function acquireConnection(purpose: 'request' | 'work'): Promise<pg.PoolClient> {
  return (purpose === 'work' ? workPool : pool).connect()
}

/**
 * Returns a connection that keeps its session between transactions, which advisory locks and `listen` need. A
 * connection to a pooler in transaction mode uses another session for each transaction.
 */
export function acquireSessionConnection(): Promise<pg.PoolClient> {
  return (sessionPool ?? pool).connect()
}

export function openPool(
  url: string,
  max: number,
  timeouts: QueryTimeouts,
  options: pg.PoolConfig = {},
): pg.Pool {
  const settings = { ...poolSettings(url, max), ...planKeepingSettings, ...timeouts, ...options }
  return watchPool(new pg.Pool({ ...settings, Client: PreparedStatementClient }))
}

function openPoolThroughPooler(url: string, max: number, timeouts: QueryTimeouts): pg.Pool {
  class Client extends PoolerClient {
    constructor(config?: pg.ClientConfig) {
      super(config, timeouts)
    }
  }
  return watchPool(new pg.Pool({ ...poolSettings(url, max), Client }))
}

/**
 * PostgreSQL plans each prepared statement five times on a new connection before it keeps a plan. Idle connections are
 * therefore kept for five minutes (decision 099). The probes keep firewalls from dropping them in the meantime.
 */
const planKeepingSettings = {
  idleTimeoutMillis: 300_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 60_000,
} satisfies pg.PoolConfig

function poolSettings(connectionString: string, max: number): pg.PoolConfig {
  return { connectionString, max, connectionTimeoutMillis: 5000 }
}

/**
 * Without an 'error' listener on the pool, the process would crash when PostgreSQL restarts. With the listener,
 * the process keeps running, and the pool opens new connections for the next queries.
 */
function watchPool(opened: pg.Pool): pg.Pool {
  opened.on('acquire', () => {
    const used = pools().reduce((sum, [, one]) => sum + one.totalCount - one.idleCount, 0)
    highest = Math.max(highest, used)
  })
  opened.on('error', (error) => {
    if (!closing) log.warn('database connection lost', { error: error.message })
  })
  return opened
}

let highest = 0

/** Returns the peak number of connections in use since the last call, and resets the peak. */
export function readAndResetPeakConnectionCount(): number {
  const most = highest
  highest = 0
  return most
}

createGauge(
  'afterbell_db_connections',
  'Connections to PostgreSQL, by pool (requests, background work, or sessions beside a pooler)',
  ['pool', 'state'],
  (one) => {
    for (const [name, { totalCount, idleCount }] of pools()) {
      one.set({ pool: name, state: 'in_use' }, totalCount - idleCount)
      one.set({ pool: name, state: 'idle' }, idleCount)
    }
  },
)
createGauge('afterbell_db_connections_max', 'Maximum number of connections of a pool', ['pool'], (one) => {
  for (const [name, { options }] of pools()) one.set({ pool: name }, options.max)
})
createGauge(
  'afterbell_db_waiting',
  'Requests and jobs waiting for a connection to PostgreSQL',
  ['pool'],
  (one) => {
    for (const [name, { waitingCount }] of pools()) one.set({ pool: name }, waitingCount)
  },
)

function pools(): (readonly [string, pg.Pool])[] {
  if (!pool) return []
  const opened = [['request', pool] as const, ['work', workPool] as const]
  return sessionPool ? [...opened, ['session', sessionPool] as const] : opened
}
