import { randomUUID } from 'node:crypto'
import type { Lock, Locker } from '@tus/server'
import type pg from 'pg'
import { Refusal } from '#contract/refusals.ts'
import { pool } from '../platform/db/db.ts'

type LetGo = () => Promise<void> | void

interface Holder {
  letGo: LetGo
  free: Promise<void>
  release(): void
}

const held = new Map<string, Holder>()
const waitMs = 15_000
/** The first half of the advisory lock's key: these are uploads. */
const uploads = 7274

/**
 * One writer an upload, over all processes. Whoever comes later asks the holder to let go: it is usually a connection
 * that died without our noticing, and its owner is back already.
 */
export const locks: Locker = {
  newLock: (id): Lock => ({
    async lock(signal, letGo) {
      const late = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
      await takeHere(id, letGo, late)
      try {
        await takeEverywhere(id, late)
      } catch (error) {
        giveHere(id)
        throw error
      }
    },
    async unlock() {
      await giveEverywhere(id).finally(() => giveHere(id))
    },
  }),
}

/** Runs `work` as the only writer of an upload. */
export async function alone<T>(id: string, letGo: LetGo, work: () => Promise<T>): Promise<T> {
  const lock = locks.newLock(id)
  await lock.lock(new AbortController().signal, letGo)
  try {
    return await work()
  } finally {
    await lock.unlock()
  }
}

async function takeHere(id: string, letGo: LetGo, late: AbortSignal): Promise<void> {
  for (let holder = held.get(id); holder; holder = held.get(id)) {
    await holder.letGo()
    await Promise.race([holder.free, lateness(late)])
  }
  const { promise: free, resolve: release } = Promise.withResolvers<void>()
  held.set(id, { letGo, free, release })
}

function giveHere(id: string): void {
  held.get(id)?.release()
  held.delete(id)
}

function lateness(late: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    // Whoever holds it hangs on a storage that says nothing, say: worth trying again.
    const tooLate = () => reject(new Refusal('unavailable'))
    if (late.aborted) return tooLate()
    late.addEventListener('abort', tooLate, { once: true })
  })
}

// All locks of this process live on one connection, taken from the pool while there are any. PostgreSQL gives them
// back by itself when the process dies.
let line: Promise<pg.PoolClient> | undefined
let users = 0
/** Who asks hears the question, too: it is for the others. */
const ourselves = randomUUID()

async function takeEverywhere(id: string, late: AbortSignal): Promise<void> {
  users += 1
  try {
    const client = await (line ??= openLine())
    while (!(await tryLock(client, id))) {
      await client.query(`select pg_notify('upload_let_go', $1)`, [`${id} ${ourselves}`])
      await Promise.race([new Promise((again) => setTimeout(again, 100)), lateness(late)])
    }
  } catch (error) {
    await leaveLine()
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

async function giveEverywhere(id: string): Promise<void> {
  const client = await line?.catch(() => undefined)
  await client?.query('select pg_advisory_unlock($1, hashtext($2))', [uploads, id]).catch(() => {})
  await leaveLine()
}

async function openLine(): Promise<pg.PoolClient> {
  const client = await pool.connect().catch((error) => {
    line = undefined
    throw error
  })
  client.on('notification', hear).on('error', loseLine)
  await client.query('listen upload_let_go')
  return client
}

function hear({ payload = '' }: pg.Notification): void {
  const [id = '', asker] = payload.split(' ')
  if (asker !== ourselves) void held.get(id)?.letGo()
}

/** Without the connection the locks are gone: whoever held one stops, and its client resumes. */
function loseLine(): void {
  const lost = line
  line = undefined
  void lost?.then((client) => client.release(true)).catch(() => {})
  for (const { letGo } of held.values()) void letGo()
}

async function leaveLine(): Promise<void> {
  users -= 1
  if (users > 0 || !line) return
  const leaving = line
  line = undefined
  const client = await leaving.catch(() => undefined)
  if (!client) return
  const whole = await client.query('select pg_advisory_unlock_all(); unlisten *').catch(() => undefined)
  client.off('notification', hear).off('error', loseLine)
  client.release(!whole)
}
