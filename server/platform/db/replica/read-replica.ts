import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { ApiError } from '#contract/errors/api-error.ts'
import { log } from '../../log.ts'
import { createCounter } from '../../metrics/registry.ts'
import { openPool, pool } from '../connection-pools.ts'
import type { QueryTimeouts } from '../pooler-client.ts'
import { ReplicaPosition, within } from './replica-position.ts'

const reads = createCounter(
  'afterbell_replica_reads_total',
  'Reads that may use the replica: from the replica, or from the primary because the replica lags or fails',
  ['outcome'],
)

/**
 * How long a request waits until the replica has replayed everything that was committed before the request, in
 * milliseconds.
 */
const maxWaitMs = 100

/** For how long the replica is not used after it did not catch up in time, or failed, in milliseconds. */
const pauseMs = { lagging: 1000, failed: 5000 }

/**
 * How long a request waits for the replica before it reads from the primary, in milliseconds. Without this limit, a
 * frozen replica would block requests until the connection breaks.
 */
const maxReadMs = 2000
/** After this time, in milliseconds, a statement on a frozen replica fails, so that its connection is released. */
const statementLimitMs = 3000

interface Replica {
  pool: pg.Pool
  position: ReplicaPosition
  /** The time, in milliseconds of `performance.now()`, until which the replica is not used. */
  pausedUntil: number
  open(): pg.Pool
}

let replica: Replica | undefined
const replicaContext = new AsyncLocalStorage<pg.Pool>()

/** Opens the pool of connections to a streaming replica of the database. The replica may be unreachable. */
export function openReplica(url: string, max: number, timeouts: QueryTimeouts): void {
  const open = () =>
    openPool(url, max, timeouts, { query_timeout: statementLimitMs, connectionTimeoutMillis: 500 })
  const opened = open()
  replica = { pool: opened, position: new ReplicaPosition(() => pool, opened), pausedUntil: 0, open }
}

export async function closeReplica(): Promise<void> {
  const closing = replica
  replica = undefined
  // A frozen replica never confirms that its connections are closed.
  await Promise.race([closing?.pool.end(), new Promise((late) => setTimeout(late, 1000).unref())])
}

/** Returns the replica's pool if this code runs in `readFromReplica`. */
export function getReplicaPoolInUse(): pg.Pool | undefined {
  return replicaContext.getStore()
}

/**
 * Runs `read` on the replica if the replica has replayed everything that was committed before this call.
 * Otherwise, and if the replica fails, runs `read` on the primary. `read` can therefore run twice, and must not
 * write. Do not use this function for data that depends on the rights of a member.
 */
export async function readFromReplica<T>(read: () => Promise<T>): Promise<T> {
  const used = replica
  if (!used || !(await isUpToDate(used))) return read()
  try {
    const reading = replicaContext.run(used.pool, async () => ({ result: await read() }))
    const done = await within(performance.now() + maxReadMs, reading)
    if (!done) throw new Error('the replica does not respond')
    reads.inc({ outcome: 'replica' })
    return done.result
  } catch (error) {
    if (error instanceof ApiError) throw error
    // The replica cancels a statement if it needs rows that the primary has removed.
    if ((error as { code?: string }).code === serializationFailure) reads.inc({ outcome: 'conflict' })
    else stopUsing(used, 'failed', error as Error)
    return read()
  }
}

/** The SQLSTATE code with which a replica cancels statements that conflict with replication. */
const serializationFailure = '40001'

async function isUpToDate(used: Replica): Promise<boolean> {
  if (performance.now() < used.pausedUntil) {
    reads.inc({ outcome: 'paused' })
    return false
  }
  try {
    const state = await used.position.waitForPrimary(maxWaitMs)
    if (state === 'current') return true
    if (state === 'unknown') reads.inc({ outcome: 'unknown' })
    else stopUsing(used, state === 'lagging' ? 'lagging' : 'failed')
  } catch (error) {
    stopUsing(used, 'failed', error as Error)
  }
  return false
}

/** Concurrent requests that use the same connections pause the replica only once. */
function stopUsing(used: Replica, reason: keyof typeof pauseMs, error?: Error): void {
  reads.inc({ outcome: reason })
  if (performance.now() < used.pausedUntil || used !== replica) return
  used.pausedUntil = performance.now() + pauseMs[reason]
  const message =
    reason === 'lagging'
      ? 'the replica lags behind, so anonymous visitors read from the primary'
      : 'the replica does not work, so anonymous visitors read from the primary'
  log.warn(message, error && { error: error.message })
  if (reason === 'lagging') return
  const broken = used.pool
  used.pool = used.open()
  used.position = new ReplicaPosition(() => pool, used.pool)
  void broken.end()
}
