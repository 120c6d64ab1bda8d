import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { liveUpdateTimings as figures } from '#contract/limits.ts'
import type { LiveEventName, LiveEvents } from '#contract/live-updates.ts'
import { db, type Tx } from '../db/db.ts'
import { handleHeartbeatAck } from './heartbeat-acks.ts'
import { log } from '../log.ts'
import { clearPageCache, setPageCacheSync } from '../pages/page-cache.ts'

/** What reaches a listener. `id` is the place to resume from. */
export interface LiveMessage {
  id: number
  name: LiveEventName
  data: unknown
}

type Listener = (message: LiveMessage) => void

/** Which of these messages, told some time ago, may be told again today. */
export type ReplayFilter = (missed: readonly LiveMessage[]) => Promise<readonly LiveMessage[]>

/** The listeners of a topic in this process; its rows are read once for all of them. */
interface TopicSubscription {
  /** The newest message already handed out. */
  last: number
  listeners: Set<Listener>
  /** Readings follow each other; the first finds out where the topic stands. */
  reading: Promise<void>
}

const subscriptions = new Map<string, TopicSubscription>()
let client: pg.Client | undefined
let databaseUrl = ''
let stopped = true

/**
 * Says something to everybody who follows the topic, in the caller's transaction: heard if and only if it
 * commits. The lock makes ids of a topic commit in their order, so that a reader who has seen 10 never
 * misses a 9 that was slower.
 */
export async function publishLiveEvent<Name extends LiveEventName>(
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
export async function latestEventId(topic: string): Promise<number> {
  const { rows } = await sql<{ place: number }>`select ${latestEventIdSql(topic)} as place`.execute(db)
  return rows[0]!.place
}

/** As `placeOf`, in a statement that reads what the topic speaks of: both are of one moment. */
export function latestEventIdSql(topic: string): RawBuilder<number> {
  return sql<number>`coalesce((select max(id) from live_events where topic = ${topic}), 0)`
}

/**
 * Hands every message after `after` to the listener, each once and in order: first what is kept, then what
 * comes. Resolves to `false` when `after` lies before what is kept, or when more than 100 messages were missed:
 * loading anew is cheaper then, and the listener must. Of what is kept only what `stillSo` gives back is handed over.
 */
export async function subscribeToTopic(
  topic: string,
  after: number,
  listener: Listener,
  signal: AbortSignal,
  stillSo: ReplayFilter = async (missed) => missed,
): Promise<boolean> {
  const room = subscriptionOf(topic)
  await room.reading
  let sent = after
  const once: Listener = (message) => {
    if (message.id <= sent) return
    sent = message.id
    listener(message)
  }
  // What comes while the kept messages are read waits until they have been handed over.
  const waiting: LiveMessage[] = []
  let deliver: Listener = (message) => void waiting.push(message)
  const heard: Listener = (message) => deliver(message)
  room.listeners.add(heard)
  signal.addEventListener('abort', () => leave(topic, heard), { once: true })
  if (signal.aborted) leave(topic, heard)
  try {
    if (after > 0 && (await isTooOld(after))) {
      leave(topic, heard)
      return false
    }
    const missed = await readMessages(topic, after, figures.buffer + 1)
    if (missed.length > figures.buffer) {
      leave(topic, heard)
      return false
    }
    const told = new Set(await stillSo(missed))
    for (const message of missed)
      if (told.has(message)) once(message)
      else sent = message.id
  } catch (error) {
    leave(topic, heard)
    throw error
  }
  for (const message of waiting) once(message)
  deliver = once
  return true
}

function subscriptionOf(topic: string): TopicSubscription {
  const known = subscriptions.get(topic)
  if (known) return known
  const room: TopicSubscription = { last: 0, listeners: new Set(), reading: Promise.resolve() }
  room.reading = latestEventId(topic).then((place) => void (room.last = place))
  room.reading.catch(() => subscriptions.delete(topic))
  subscriptions.set(topic, room)
  return room
}

function leave(topic: string, listener: Listener): void {
  const room = subscriptions.get(topic)
  room?.listeners.delete(listener)
  if (room?.listeners.size === 0) subscriptions.delete(topic)
}

async function isTooOld(after: number): Promise<boolean> {
  const row = await db
    .selectFrom('live_events')
    .select(({ fn }) => fn.min('id').as('id'))
    .executeTakeFirst()
  return row?.id !== null && row !== undefined && Number(row.id) > after + 1
}

async function readMessages(topic: string, after: number, most?: number): Promise<LiveMessage[]> {
  const rows = await db
    .selectFrom('live_events')
    .select(['id', 'name', 'data'])
    .where('topic', '=', topic)
    .where('id', '>', after)
    .orderBy('id')
    .$if(most !== undefined, (q) => q.limit(most!))
    .execute()
  return rows as LiveMessage[]
}

/** Starts listening for what other processes say. One connection a process. */
export async function startLiveUpdates(url: string): Promise<void> {
  databaseUrl = url
  stopped = false
  await connect()
}

export async function stopLiveUpdates(): Promise<void> {
  stopped = true
  const last = client
  client = undefined
  setPageCacheSync(undefined)
  await last?.end().catch(() => {})
}

async function connect(): Promise<void> {
  const fresh = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  })
  fresh.on('error', () => {})
  fresh.on('notification', ({ channel, payload = '' }) => {
    if (channel === 'pages') clearPageCache()
    else if (!handleHeartbeatAck(payload)) readTopic(payload)
  })
  await fresh.connect()
  await fresh.query('listen live; listen pages')
  // Only one that stood is followed by another: whoever tried in vain tries again by itself, and two would become four.
  fresh.on('end', () => {
    if (client !== fresh) return
    setPageCacheSync(undefined)
    void reconnect()
  })
  client = fresh
  // The answer to a question comes after all that was said before it was asked.
  setPageCacheSync(() => fresh.query({ text: 'select', query_timeout: 1000 } as pg.QueryConfig))
  if (stopped) await fresh.end()
}

/** Tries until it is back, a quarter of a second apart, later a second. */
async function reconnect(): Promise<void> {
  for (let wait = 250; ; wait = Math.min(2 * wait, 1000)) {
    await pause(wait)
    if (stopped) return
    const isBack = await connect().then(
      () => true,
      () => false,
    )
    if (!isBack) continue
    log.info('live updates are back')
    for (const topic of subscriptions.keys()) readTopic(topic)
    return
  }
}

/** Reads what is new on a topic once, for all its listeners. */
function readTopic(topic: string): void {
  const room = subscriptions.get(topic)
  if (!room) return
  room.reading = room.reading
    .then(() => deliverNewMessages(topic, room))
    .catch((error: Error) => log.warn('live reading failed', { error: error.message }))
}

async function deliverNewMessages(topic: string, room: TopicSubscription): Promise<void> {
  for (const message of await readMessages(topic, room.last)) {
    room.last = message.id
    for (const listener of room.listeners) listener(message)
  }
}

/** Forgets what is older than an hour. */
export async function deleteOldLiveEvents(): Promise<void> {
  await sql`delete from live_events where created_at < now() - interval '1 hour'`.execute(db)
}
