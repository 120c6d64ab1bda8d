import { sql } from 'kysely'
import pg from 'pg'
import type { LiveEventName, LiveEvents } from '#contract/live.ts'
import { db, type Tx } from './db/db.ts'
import { log } from './log.ts'

/** What reaches a listener. `id` is the place to resume from. */
export interface LiveMessage {
  id: number
  name: LiveEventName
  data: unknown
}

type Listener = (message: LiveMessage) => void

interface Topic {
  /** The newest message already handed to the listeners. */
  last: number
  listeners: Set<Listener>
  reading: Promise<void>
}

const topics = new Map<string, Topic>()
let client: pg.Client | undefined
let databaseUrl = ''
let stopped = true

/**
 * Says something to everybody who follows the topic, in the caller's transaction: heard if and only if it
 * commits. The lock makes ids of a topic commit in their order, so that a reader who has seen 10 never
 * misses a 9 that was slower.
 */
export async function publish<Name extends LiveEventName>(
  tx: Tx,
  topic: string,
  name: Name,
  data: LiveEvents[Name],
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${topic}, 7273))`.execute(tx)
  await tx
    .insertInto('live_events')
    .values({ topic, name, data: JSON.stringify(data) })
    .execute()
  await sql`select pg_notify('live', ${topic})`.execute(tx)
}

/** The newest place of a topic: follow from here and nothing that comes later is missed. */
export async function placeOf(topic: string): Promise<number> {
  const row = await db
    .selectFrom('live_events')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('topic', '=', topic)
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

/**
 * Hands every message after `after` to the listener, each once and in order: first what is kept, then what
 * comes. Resolves to `false` when `after` lies before what is kept (the listener must load anew).
 */
export async function subscribe(
  topic: string,
  after: number,
  listener: Listener,
  signal: AbortSignal,
): Promise<boolean> {
  const room = topics.get(topic) ?? { last: 0, listeners: new Set(), reading: Promise.resolve() }
  topics.set(topic, room)
  let sent = after
  const once: Listener = (message) => {
    if (message.id <= sent) return
    sent = message.id
    listener(message)
  }
  const waiting: LiveMessage[] = []
  const collect: Listener = (message) => void waiting.push(message)
  room.listeners.add(collect)
  const leave = (used: Listener) => {
    room.listeners.delete(used)
    if (room.listeners.size === 0) topics.delete(topic)
  }
  try {
    if (after > 0 && (await isTooOld(after))) return false
    for (const message of await read(topic, after)) once(message)
    for (const message of waiting) once(message)
    if (signal.aborted) return true
    room.listeners.add(once)
    signal.addEventListener('abort', () => leave(once), { once: true })
    return true
  } finally {
    leave(collect)
  }
}

async function isTooOld(after: number): Promise<boolean> {
  const row = await db
    .selectFrom('live_events')
    .select(({ fn }) => fn.min('id').as('id'))
    .executeTakeFirst()
  return row?.id !== null && row !== undefined && Number(row.id) > after + 1
}

async function read(topic: string, after: number): Promise<LiveMessage[]> {
  const rows = await db
    .selectFrom('live_events')
    .select(['id', 'name', 'data'])
    .where('topic', '=', topic)
    .where('id', '>', after)
    .orderBy('id')
    .execute()
  return rows as LiveMessage[]
}

/** Starts listening for what other processes say. One connection a process. */
export async function startLive(url: string): Promise<void> {
  databaseUrl = url
  stopped = false
  await connect()
}

export async function stopLive(): Promise<void> {
  stopped = true
  await client?.end().catch(() => {})
}

async function connect(): Promise<void> {
  const fresh = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  fresh.on('error', () => {})
  fresh.on('end', () => {
    if (!stopped) setTimeout(() => void reconnect(), 250)
  })
  fresh.on('notification', ({ payload }) => payload && wake(payload))
  await fresh.connect()
  await fresh.query('listen live')
  client = fresh
}

async function reconnect(): Promise<void> {
  try {
    await connect()
    log.info('live updates are back')
    for (const topic of topics.keys()) wake(topic)
  } catch {
    if (!stopped) setTimeout(() => void reconnect(), 1000)
  }
}

/** Reads what is new on a topic once, for all its listeners; readings of one topic follow each other. */
function wake(topic: string): void {
  const room = topics.get(topic)
  if (!room) return
  room.reading = room.reading
    .then(() => hand(topic, room))
    .catch((error: Error) => log.warn('live reading failed', { error: error.message }))
}

async function hand(topic: string, room: Topic): Promise<void> {
  // A room's first reading starts a little back: its listeners drop what they have had.
  const from = room.last || Math.max(0, (await placeOf(topic)) - 50)
  for (const message of await read(topic, from)) {
    room.last = message.id
    for (const listener of room.listeners) listener(message)
  }
}

/** Forgets what is older than an hour. */
export async function sweepLive(): Promise<void> {
  await sql`delete from live_events where created_at < now() - interval '1 hour'`.execute(db)
}
