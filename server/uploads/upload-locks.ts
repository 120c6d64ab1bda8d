import { randomUUID } from 'node:crypto'
import type { Lock, Locker } from '@tus/server'
import type pg from 'pg'
import { ApiError } from '#contract/errors/api-error.ts'
import { acquireSessionConnection } from '../platform/db/db.ts'

type ReleaseRequest = () => Promise<void> | void

interface Holder {
  requestRelease: ReleaseRequest
  free: Promise<void>
  release(): void
}

const heldLocks = new Map<string, Holder>()
const waitMs = 15_000
/** The first half of the advisory lock key. This number marks the lock as an upload lock. */
const uploads = 7274

/**
 * Allows one writer per upload across all processes. A second request for the same upload asks the holder of
 * the lock to release it. Usually, the holder's connection has broken without the server noticing, and the
 * second request comes from the same client.
 */
export const uploadLocker: Locker = {
  newLock: (id): Lock => ({
    async lock(signal, requestRelease) {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
      await lockInProcess(id, requestRelease, deadline)
      try {
        await lockInDatabase(id, deadline)
      } catch (error) {
        unlockInProcess(id)
        throw error
      }
    },
    async unlock() {
      await unlockInDatabase(id).finally(() => unlockInProcess(id))
    },
  }),
}

/**
 * Runs `work` as the only writer of an upload. Throws `unavailable` if another writer does not release the
 * lock within 15 s.
 */
export async function withUploadLock<T>(
  id: string,
  requestRelease: ReleaseRequest,
  work: () => Promise<T>,
): Promise<T> {
  const lock = uploadLocker.newLock(id)
  await lock.lock(new AbortController().signal, requestRelease)
  try {
    return await work()
  } finally {
    await lock.unlock()
  }
}

async function lockInProcess(
  id: string,
  requestRelease: ReleaseRequest,
  deadline: AbortSignal,
): Promise<void> {
  for (let holder = heldLocks.get(id); holder; holder = heldLocks.get(id)) {
    await holder.requestRelease()
    await Promise.race([holder.free, rejectWhenLate(deadline)])
  }
  const { promise: free, resolve: release } = Promise.withResolvers<void>()
  heldLocks.set(id, { requestRelease, free, release })
}

function unlockInProcess(id: string): void {
  heldLocks.get(id)?.release()
  heldLocks.delete(id)
}

function rejectWhenLate(deadline: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    // The holder of the lock may be waiting for storage that does not respond. The client of the second
    // request can retry.
    const fail = () => reject(new ApiError('unavailable'))
    if (deadline.aborted) return fail()
    deadline.addEventListener('abort', fail, { once: true })
  })
}

// All locks of this process use one connection. The connection is taken out of its pool while this process
// holds at least one lock. PostgreSQL releases the locks when the process dies.
let lockConnection: Promise<pg.PoolClient> | undefined
let lockConnectionUsers = 0
/** Identifies this process's own notifications, which this process also receives and must ignore. */
const processId = randomUUID()

async function lockInDatabase(id: string, deadline: AbortSignal): Promise<void> {
  lockConnectionUsers += 1
  try {
    const client = await (lockConnection ??= openLockConnection())
    while (!(await tryLock(client, id))) {
      await client.query(`select pg_notify('upload_let_go', $1)`, [`${id} ${processId}`])
      await Promise.race([new Promise((again) => setTimeout(again, 100)), rejectWhenLate(deadline)])
    }
  } catch (error) {
    await releaseLockConnection()
    throw error
  }
}

async function tryLock(client: pg.PoolClient, id: string): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as got',
    [uploads, id],
  )
  return rows[0]!.got
}

async function unlockInDatabase(id: string): Promise<void> {
  const client = await lockConnection?.catch(() => undefined)
  await client?.query('select pg_advisory_unlock($1, hashtext($2))', [uploads, id]).catch(() => {})
  await releaseLockConnection()
}

async function openLockConnection(): Promise<pg.PoolClient> {
  const client = await acquireSessionConnection().catch((error) => {
    lockConnection = undefined
    throw error
  })
  client.on('notification', handleReleaseRequest).on('error', handleLostConnection)
  await client.query('listen upload_let_go')
  return client
}

function handleReleaseRequest({ payload = '' }: pg.Notification): void {
  const [id = '', asker] = payload.split(' ')
  if (asker !== processId) void heldLocks.get(id)?.requestRelease()
}

/**
 * Handles the loss of the database connection, which also releases all locks of this process. The holders of
 * the locks stop their work, and the clients resume their uploads.
 */
function handleLostConnection(): void {
  const lost = lockConnection
  lockConnection = undefined
  void lost?.then((client) => client.release(true)).catch(() => {})
  for (const { requestRelease } of heldLocks.values()) void requestRelease()
}

async function releaseLockConnection(): Promise<void> {
  lockConnectionUsers -= 1
  if (lockConnectionUsers > 0 || !lockConnection) return
  const closing = lockConnection
  lockConnection = undefined
  const client = await closing.catch(() => undefined)
  if (!client) return
  const unlocked = await client.query('select pg_advisory_unlock_all(); unlisten *').catch(() => undefined)
  client.off('notification', handleReleaseRequest).off('error', handleLostConnection)
  client.release(!unlocked)
}
