import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** How often the position of the replica is read while a request waits, in milliseconds. */
const pollIntervalMs = 5

/**
 * Whether the replica has replayed enough. `silent` means that the replica does not respond. `unknown` means that
 * the primary has not responded in time, or that it is not yet known whether the server is a replica of the primary.
 */
export type ReplicaState = 'current' | 'lagging' | 'silent' | 'unknown'

/**
 * Compares how far the replica has replayed the write-ahead log with how far the primary has written it.
 * Positions are in bytes.
 */
export class ReplicaPosition {
  readonly #readPrimary: () => Promise<number>
  readonly #readReplica: () => Promise<number>
  readonly #verify: () => Promise<void>
  /** The newest position that the replica is known to have replayed. */
  #replayed = 0
  #verification: 'none' | 'running' | 'done' | Error = 'none'

  constructor(primary: () => pg.Pool, replica: pg.Pool) {
    this.#readPrimary = shareReads(() => readPosition(primary(), 'pg_current_wal_flush_lsn()'))
    this.#readReplica = shareReads(() => readReplayedPosition(replica))
    this.#verify = () => assertReplicates(primary(), replica)
    // After a crash, a replica accepts connections before it has replayed as much as before the crash.
    replica.on('connect', () => (this.#replayed = 0))
  }

  /**
   * Waits until the replica has replayed everything that was committed on the primary before this call, for at
   * most `maxWaitMs`. Throws if the server is not a replica of the primary or cannot be reached.
   */
  async waitForPrimary(maxWaitMs: number): Promise<ReplicaState> {
    if (!this.#isVerified()) return 'unknown'
    const deadline = performance.now() + maxWaitMs
    const written = await within(
      deadline,
      this.#readPrimary().catch(() => undefined),
    )
    if (written === undefined) return 'unknown'
    let state: ReplicaState = 'silent'
    while (this.#replayed < written) {
      const replayed = await within(deadline, this.#readReplica())
      if (replayed === undefined) return state
      this.#replayed = Math.max(this.#replayed, replayed)
      state = 'lagging'
      if (this.#replayed < written) await pause(pollIntervalMs)
    }
    return 'current'
  }

  /** Starts the verification, for which no request waits, because opening a connection can take some time. */
  #isVerified(): boolean {
    if (this.#verification instanceof Error) throw this.#verification
    if (this.#verification !== 'none') return this.#verification === 'done'
    this.#verification = 'running'
    void this.#verify().then(
      () => (this.#verification = 'done'),
      (error: Error) => (this.#verification = error),
    )
    return false
  }
}

/**
 * Returns a function that reads a value at most once at a time. A caller never gets the result of a read that
 * started before the call, so callers during a read share the next read.
 */
function shareReads(read: () => Promise<number>): () => Promise<number> {
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<number> | undefined
  return () => {
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined
        const started = read()
        current = started
        return started
      })
    return next
  }
}

async function readPosition(on: pg.Pool, lsn: string): Promise<number> {
  const { rows } = await on.query<{ position: number }>(
    `select pg_wal_lsn_diff(${lsn}, '0/0')::int8 as position`,
  )
  return rows[0]!.position
}

async function readReplayedPosition(replica: pg.Pool): Promise<number> {
  const { rows } = await replica.query<{ is_replica: boolean; position: number }>(
    `select pg_is_in_recovery() as is_replica, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::int8 as position`,
  )
  const { is_replica, position } = rows[0]!
  if (!is_replica) throw new Error('the server of DATABASE_REPLICA_URL is not a replica')
  return position
}

async function assertReplicates(primary: pg.Pool, replica: pg.Pool): Promise<void> {
  const text = 'select system_identifier::text as id, current_database() as name from pg_control_system()'
  const [one, other] = await Promise.all(
    [primary, replica].map(
      async (server) => (await server.query<{ id: string; name: string }>(text)).rows[0]!,
    ),
  )
  if (one!.id !== other!.id || one!.name !== other!.name)
    throw new Error('the server of DATABASE_REPLICA_URL does not replicate the database of DATABASE_URL')
}

/** Resolves with undefined if the promise is not settled by the deadline. */
export async function within<T>(deadline: number, promise: Promise<T>): Promise<T | undefined> {
  promise.catch(() => {})
  const timeout = new AbortController()
  const late = pause(Math.max(0, deadline - performance.now()), undefined, { signal: timeout.signal })
  try {
    return await Promise.race([promise, late.catch(() => undefined)])
  } finally {
    timeout.abort()
  }
}
