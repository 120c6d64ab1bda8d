import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { log } from '../log.ts'
import { createGauge } from '../metrics/registry.ts'
import { isStalePlanError, PreparedStatementClient } from './prepared-statements.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

// int8 (counts, sizes, fencing numbers) fits a double far beyond any value we keep; dates stay text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** The database of this process. Set once by `openDatabase`. */
export let db: Db
/** The connections of requests. */
export let pool: pg.Pool
let workPool: pg.Pool

/**
 * Milliseconds for one statement, and for a transaction that stands idle: who asks by a request has left long before, and what
 * nobody waits for holds locks that others wait for. Work in the queue may take its time.
 */
export const queryTimeouts = {
  request: { statement_timeout: 10_000, idle_in_transaction_session_timeout: 30_000 },
  work: { statement_timeout: 30 * 60_000, idle_in_transaction_session_timeout: 10 * 60_000 },
}

/**
 * Milliseconds that a transaction of work may stand idle which changes things: a worker that is frozen while it holds a film's row
 * would else keep whoever takes over waiting. Less than a worker may be silent before somebody does (`job` in queue.ts).
 */
const defaultHoldTimeout = 12_000
let holdTimeout = defaultHoldTimeout

type Limits = Pick<typeof queryTimeouts, 'request' | 'work'> & { hold?: number }

const backgroundContext = new AsyncLocalStorage<true>()

/** What is done in here is work in the queue or an operator's command: it has the longer limits. */
export function withBackgroundTimeouts<T>(work: () => Promise<T>): Promise<T> {
  return backgroundContext.run(true, work)
}

/** Connections that end while we close are no news. */
let closing = false

/**
 * Opens the pools. `max` is the number of connections of requests; those of work are opened when there is some. A pool without an 'error' listener dies when
 * PostgreSQL restarts; with one it is back at the next query.
 */
export function openDatabase(url: string, max = 12, { request, work, hold }: Limits = queryTimeouts): Db {
  closing = false
  holdTimeout = hold ?? defaultHoldTimeout
  pool = openPool({ connectionString: url, max, ...request })
  workPool = openPool({ connectionString: url, max: Math.min(max, 8), ...work })
  const end = async () => void (await Promise.all([pool.end(), workPool.end()]))
  const connect = () => {
    refuseSecondConnection()
    return (backgroundContext.getStore() ? workPool : pool).connect()
  }
  db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { connect, end, options: pool.options } }),
  })
  return db
}

/** Sends one statement on a connection of its own, without Kysely around it. The values are not text of the statement. */
export async function executeStatement<Row>(text: string, values: unknown[]): Promise<Row[]> {
  refuseSecondConnection()
  const client = await (backgroundContext.getStore() ? workPool : pool).connect()
  try {
    const { rows } = await client.query<Row & pg.QueryResultRow>(text, values)
    return rows
  } finally {
    client.release()
  }
}

function openPool(settings: pg.PoolConfig): pg.Pool {
  const opened = new pg.Pool({ ...settings, Client: PreparedStatementClient, connectionTimeoutMillis: 5000 })
  opened.on('acquire', () => {
    const used = [pool, workPool].reduce((sum, one) => sum + (one ? one.totalCount - one.idleCount : 0), 0)
    highest = Math.max(highest, used)
  })
  opened.on('error', (error) => {
    if (!closing) log.warn('database connection lost', { error: error.message })
  })
  return opened
}

let highest = 0

/** The most connections that were in use at once since somebody has asked this. */
export function takePeakConnectionCount(): number {
  const most = highest
  highest = 0
  return most
}

createGauge(
  'afterbell_db_connections',
  'Connections to PostgreSQL, of requests and of work',
  ['pool', 'state'],
  (one) => {
    for (const [name, { totalCount, idleCount }] of pools()) {
      one.set({ pool: name, state: 'in_use' }, totalCount - idleCount)
      one.set({ pool: name, state: 'idle' }, idleCount)
    }
  },
)
createGauge('afterbell_db_connections_max', 'The most connections that a pool may have', ['pool'], (one) => {
  for (const [name, { options }] of pools()) one.set({ pool: name }, options.max)
})
createGauge('afterbell_db_waiting', 'Who waits for a connection to PostgreSQL', ['pool'], (one) => {
  for (const [name, { waitingCount }] of pools()) one.set({ pool: name }, waitingCount)
})

const pools = () =>
  pool
    ? ([
        ['request', pool],
        ['work', workPool],
      ] as const)
    : []

export async function closeDatabase(): Promise<void> {
  closing = true
  await db.destroy()
}

/** Deadlock, and serialisation failure: the database has undone one of two who were in each other's way. */
const conflictCodes = ['40P01', '40001']
const triesMost = 5

/**
 * Runs `work` in one transaction: all of it or nothing. Who was undone because two waited for each other, or because a table was altered
 * meanwhile, begins anew, after a short and uneven pause; so `work` may run more than once, and does nothing that the database can't undo.
 */
export async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const around = ambientTransaction.getStore()
  if (around) return work(around)
  for (let tries = 1; ; tries += 1) {
    try {
      return await db
        .transaction()
        .execute((tx) => markOpen(() => (backgroundContext.getStore() ? withLimit(tx, work) : work(tx))))
    } catch (error) {
      if (tries === triesMost || !isRetryable(error)) throw error
      log.info('a transaction begins anew', { code: error.code, tries })
      await pause(tries * 20 * (1 + Math.random()))
    }
  }
}

const openTransaction = new AsyncLocalStorage<{ isOpen: boolean }>()

async function markOpen<T>(work: () => Promise<T>): Promise<T> {
  const mark = { isOpen: true }
  try {
    return await openTransaction.run(mark, work)
  } finally {
    mark.isOpen = false
  }
}

/**
 * What happens when code inside a transaction asks the pool for a second connection. With as many such transactions at once as the pool has
 * connections, all of them wait until they time out, and so does every other request. A running site logs it once, tests fail on it.
 */
export const secondConnection = { fails: false, isLogged: false }

function refuseSecondConnection(): void {
  if (!openTransaction.getStore()?.isOpen) return
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50
  const error = new Error('a transaction asked for a second connection: pass its tx on')
  Error.stackTraceLimit = stackTraceLimit
  if (secondConnection.fails) throw error
  // The frames of the query builder come first, and the log cuts long stacks.
  const ours = error.stack?.split('\n').filter((line) => line.includes('/server/'))
  if (!secondConnection.isLogged) log.error(error.message, { stack: ours?.join('\n') })
  secondConnection.isLogged = true
}

function isRetryable(error: unknown): error is pg.DatabaseError {
  return (
    error instanceof pg.DatabaseError && (conflictCodes.includes(error.code ?? '') || isStalePlanError(error))
  )
}

async function withLimit<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(holdTimeout)}`.execute(tx)
  return work(tx)
}

const ambientTransaction = new AsyncLocalStorage<Tx>()

/** As `transaction`; every transaction that `work` begins is this one: what several verbs do is done together or not at all. */
export function inAmbientTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction((tx) => ambientTransaction.run(tx, () => work(tx)))
}

/** True when the database said no because a row like it is already there (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  )
}
