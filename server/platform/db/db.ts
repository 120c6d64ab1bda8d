import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { log } from '../log.ts'
import { acquireConnection, closePools, openPools, pool } from './connection-pools.ts'
import { isStalePlanError } from './prepared-statements.ts'
import { closeReplica, getReplicaPoolInUse, openReplica } from './replica/read-replica.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

// int8 values (counts, sizes, fencing tokens) are parsed as JavaScript numbers, because all stored values are
// far below 2^53 and are therefore represented exactly. Values of the `date` type remain text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** The database of this process, set once by `openDatabase`. */
export let db: Db
export { acquireSessionConnection, pool, readAndResetPeakConnectionCount } from './connection-pools.ts'

/**
 * Timeouts in milliseconds for a statement and for an idle transaction. Without these timeouts, a slow
 * request whose client has already disconnected could keep its locks and block other requests. Background
 * work has longer timeouts than requests.
 */
export const queryTimeouts = {
  request: { statement_timeout: 10_000, idle_in_transaction_session_timeout: 30_000 },
  work: { statement_timeout: 30 * 60_000, idle_in_transaction_session_timeout: 10 * 60_000 },
}

/**
 * The maximum idle time, in milliseconds, of a background transaction that writes. Without this limit, a
 * frozen worker that holds the lock on a video's row would block the worker that takes over. This limit must
 * be shorter than the heartbeat timeout of a worker (`defineJob` in queue/job.ts).
 */
const defaultHoldTimeout = 12_000
let holdTimeout = defaultHoldTimeout

interface DatabaseOptions extends Partial<typeof queryTimeouts> {
  hold?: number
  /** The address of PostgreSQL itself. If it is set, `openDatabase` expects the address of a connection pooler. */
  directUrl?: string | undefined
  /** The address of a streaming replica (`readFromReplica`). */
  replicaUrl?: string | undefined
}

const backgroundContext = new AsyncLocalStorage<true>()

/**
 * Runs `work` with the database timeouts of jobs and operator commands, which are longer than those of
 * requests.
 */
export function withBackgroundTimeouts<T>(work: () => Promise<T>): Promise<T> {
  return backgroundContext.run(true, work)
}

/**
 * Opens the connection pools. `max` is the maximum number of connections for requests. Connections for
 * background work are opened on demand.
 */
export function openDatabase(
  url: string,
  max = 12,
  {
    request = queryTimeouts.request,
    work = queryTimeouts.work,
    hold,
    directUrl,
    replicaUrl,
  }: DatabaseOptions = {},
): Db {
  holdTimeout = hold ?? defaultHoldTimeout
  openPools({ url, directUrl, max, request, work })
  if (replicaUrl) openReplica(replicaUrl, max, request)
  db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { connect, end: closeConnections, options: pool.options } }),
  })
  return db
}

async function closeConnections(): Promise<void> {
  await Promise.all([closePools(), closeReplica()])
}

function connect(): Promise<pg.PoolClient> {
  refuseSecondConnection()
  const replica = getReplicaPoolInUse()
  if (replica) return replica.connect()
  return acquireConnection(backgroundContext.getStore() ? 'work' : 'request')
}

/** Runs one statement on a connection from the pool, without using Kysely. Values are sent as parameters. */
export async function executeStatement<Row>(text: string, values: unknown[]): Promise<Row[]> {
  const client = await connect()
  try {
    const { rows } = await client.query<Row & pg.QueryResultRow>(text, values)
    return rows
  } finally {
    client.release()
  }
}

export async function closeDatabase(): Promise<void> {
  await db.destroy()
}

/**
 * The SQLSTATE codes deadlock_detected and serialization_failure. Both codes mean that PostgreSQL rolled back
 * one of two conflicting transactions.
 */
const conflictCodes = ['40P01', '40001']
const triesMost = 5

/**
 * Runs `work` in one transaction. The transaction is retried after a short random pause if it fails because
 * of a deadlock, a serialization failure or an outdated prepared statement. `work` can therefore run more
 * than once and must not have effects that a rollback does not undo.
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
      log.info('retrying a transaction', { code: error.code, tries })
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
 * Detects when code inside a transaction requests a second connection from the pool. If all connections of
 * the pool are used by transactions that each wait for a second connection, no transaction can continue, and
 * every request blocks until it times out. In tests, requesting a second connection inside a transaction
 * throws an error. On a running site, the first such request is logged and no error is thrown.
 */
export const poolDeadlockDetection = { throws: false, isLogged: false }

function refuseSecondConnection(): void {
  if (!openTransaction.getStore()?.isOpen) return
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50
  const error = new Error(
    'code inside a transaction requested a second connection; pass it the transaction (tx)',
  )
  Error.stackTraceLimit = stackTraceLimit
  if (poolDeadlockDetection.throws) throw error
  // Only stack frames of this server's code are logged, because the query builder's frames come first and the
  // log truncates long stacks.
  const ours = error.stack?.split('\n').filter((line) => line.includes('/server/'))
  if (!poolDeadlockDetection.isLogged) log.error(error.message, { stack: ours?.join('\n') })
  poolDeadlockDetection.isLogged = true
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

/**
 * Like `transaction`, but every transaction that `work` starts joins this one, so that several operations are
 * committed together or not at all.
 */
export function runInAmbientTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction((tx) => ambientTransaction.run(tx, () => work(tx)))
}

/** Returns whether the database rejected a duplicate row (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  )
}
