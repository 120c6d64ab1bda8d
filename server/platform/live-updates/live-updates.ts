import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { liveUpdateBatchMs, liveUpdateTimings as figures } from '#contract/live-update-limits.ts'
import type { LiveEventName } from '#contract/live-updates.ts'
import { db } from '../db/db.ts'
import { handleForwardedAcks, sendForwardedAcks } from './heartbeat-acks.ts'
import { log } from '../log.ts'
import { urgentEventSignal } from './publish-live-event.ts'
import { handleSignal, onSignal, repeatAllSignals } from './signals.ts'
import {
  waitForPendingPostgresNotifications,
  startPostgresListener,
  stopPostgresListener,
} from './notification-listener.ts'

/** A message as subscribers receive it. `id` is the event id to resume from. */
export interface LiveUpdateMessage {
  id: number
  name: LiveEventName
  data: unknown
}

type Listener = (message: LiveUpdateMessage) => void

/** When a client reconnects, selects the missed messages that the client may still see. */
export type ReplayFilter = (missed: readonly LiveUpdateMessage[]) => Promise<readonly LiveUpdateMessage[]>

/**
 * The subscribers of a topic in this process. New events of a topic are read from the database once for all
 * its subscribers.
 */
interface TopicSubscription {
  /** The id of the newest message that has been delivered to the subscribers. */
  last: number
  listeners: Set<Listener>
  /** Whether the topic's messages report access changes. */
  announcesAccess: boolean
  /**
   * Resolves when the current database read is done. The database reads of one topic run one after another.
   * The first read finds the id of the topic's newest message.
   */
  reading: Promise<void>
  /** Whether a read is scheduled but has not started. It will find everything that is committed before it starts. */
  isReadPlanned: boolean
  /** When the last read started, in milliseconds of `performance.now()`. */
  lastReadAt: number
  /** Resolves when the next read must start at once. */
  urgent: PromiseWithResolvers<void>
  /** Stops listening for signals of urgent events. */
  close(): void
}

const subscriptions = new Map<string, TopicSubscription>()

/**
 * Returns the newest event id of a topic. A subscription that starts from the newest event id receives every
 * later event.
 */
export async function loadLatestEventId(topic: string): Promise<number> {
  const { rows } = await sql<{ place: number }>`select ${latestEventIdSql(topic)} as place`.execute(db)
  return rows[0]!.place
}

/**
 * Returns an SQL expression for the newest event id of a topic. Select the event id in the same query as the
 * data of the topic, so that the event id and the data come from the same snapshot.
 */
export function latestEventIdSql(topic: string): RawBuilder<number> {
  return sql<number>`coalesce((select max(id) from live_events where topic = ${topic}), 0)`
}

/** Options for subscribing to a topic. */
export interface SubscribeOptions {
  /** Selects the stored messages to deliver. By default, all stored messages are delivered. */
  replayFilter?: ReplayFilter
  /**
   * Whether the topic's messages report access changes. Messages about access changes are delivered before
   * later messages on other topics.
   */
  announcesAccess?: boolean
}

/**
 * Delivers every message with an id greater than `after` to the subscriber, once and in order. Stored
 * messages are delivered first, and then new messages. Resolves to `false` if `after` is older than the
 * stored messages or if more than 100 messages were missed. If the result is `false`, the client has to
 * reload, which takes less work than replaying many messages.
 */
export async function subscribeToTopic(
  topic: string,
  after: number,
  listener: Listener,
  signal: AbortSignal,
  { replayFilter = async (missed) => missed, announcesAccess = false }: SubscribeOptions = {},
): Promise<boolean> {
  const subscription = subscriptionOf(topic, announcesAccess)
  await subscription.reading
  let sent = after
  const once: Listener = (message) => {
    if (message.id <= sent) return
    sent = message.id
    listener(message)
  }
  // New messages that arrive while the stored messages are being read are delivered after the stored
  // messages.
  const waiting: LiveUpdateMessage[] = []
  let deliver: Listener = (message) => void waiting.push(message)
  const onMessage: Listener = (message) => deliver(message)
  subscription.listeners.add(onMessage)
  signal.addEventListener('abort', () => leave(topic, onMessage), { once: true })
  if (signal.aborted) leave(topic, onMessage)
  try {
    if (after > 0 && (await isTooOld(after))) {
      leave(topic, onMessage)
      return false
    }
    const missed = await readMessages(topic, after, figures.buffer + 1)
    if (missed.length > figures.buffer) {
      leave(topic, onMessage)
      return false
    }
    const told = new Set(await replayFilter(missed))
    for (const message of missed)
      if (told.has(message)) once(message)
      else sent = message.id
  } catch (error) {
    leave(topic, onMessage)
    throw error
  }
  for (const message of waiting) once(message)
  deliver = once
  return true
}

function subscriptionOf(topic: string, announcesAccess: boolean): TopicSubscription {
  const known = subscriptions.get(topic)
  if (known) return known
  const subscription: TopicSubscription = {
    last: 0,
    listeners: new Set(),
    announcesAccess,
    reading: Promise.resolve(),
    isReadPlanned: false,
    lastReadAt: -Infinity,
    urgent: Promise.withResolvers(),
    close: onSignal(urgentEventSignal(topic), () => {
      subscription.urgent.resolve()
      readTopic(topic)
    }),
  }
  subscription.reading = loadLatestEventId(topic).then((place) => void (subscription.last = place))
  subscription.reading.catch(() => closeSubscription(topic, subscription))
  subscriptions.set(topic, subscription)
  return subscription
}

function leave(topic: string, listener: Listener): void {
  const subscription = subscriptions.get(topic)
  subscription?.listeners.delete(listener)
  if (subscription?.listeners.size === 0) closeSubscription(topic, subscription)
}

function closeSubscription(topic: string, subscription: TopicSubscription): void {
  subscription.close()
  subscriptions.delete(topic)
}

async function isTooOld(after: number): Promise<boolean> {
  const row = await db
    .selectFrom('live_events')
    .select(({ fn }) => fn.min('id').as('id'))
    .executeTakeFirst()
  return row?.id !== null && row !== undefined && Number(row.id) > after + 1
}

async function readMessages(topic: string, after: number, most?: number): Promise<LiveUpdateMessage[]> {
  const rows = await db
    .selectFrom('live_events')
    .select(['id', 'name', 'data'])
    .where('topic', '=', topic)
    .where('id', '>', after)
    .orderBy('id')
    .$if(most !== undefined, (q) => q.limit(most!))
    .execute()
  return rows as LiveUpdateMessage[]
}

/** Starts to deliver messages to subscribers in this process, including messages from other processes. */
export async function startLiveUpdates(url: string): Promise<void> {
  await startPostgresListener(url, {
    onNotification: (text) => void (handleForwardedAcks(text) || handleSignal(text) || readTopic(text)),
    onReconnect: () => {
      for (const topic of subscriptions.keys()) readTopic(topic)
      repeatAllSignals()
    },
  })
}

export const stopLiveUpdates = () => sendForwardedAcks().then(stopPostgresListener)

/**
 * Reads new messages of a topic once for all its subscribers. In busy topics, such as the chat of a broadcast, many
 * messages share one read and one write to each client (decisions/082). Access changes and other urgent events are not
 * delayed by batching.
 */
function readTopic(topic: string): void {
  const subscription = subscriptions.get(topic)
  if (!subscription || subscription.isReadPlanned) return
  subscription.isReadPlanned = true
  subscription.reading = subscription.reading
    .then(() => waitForNextBatch(subscription))
    .then(() => deliverNewMessages(topic, subscription))
    .catch((error: Error) => log.warn('reading live updates failed', { error: error.message }))
}

async function waitForNextBatch(subscription: TopicSubscription): Promise<void> {
  const wait = subscription.lastReadAt + liveUpdateBatchMs - performance.now()
  if (wait > 0 && !subscription.announcesAccess)
    await Promise.race([setTimeout(wait), subscription.urgent.promise])
  subscription.isReadPlanned = false
  subscription.urgent = Promise.withResolvers()
  subscription.lastReadAt = performance.now()
}

async function deliverNewMessages(topic: string, subscription: TopicSubscription): Promise<void> {
  const messages = await readMessages(topic, subscription.last)
  if (messages.length > 0 && !subscription.announcesAccess) await deliverAccessChanges()
  for (const message of messages) {
    subscription.last = message.id
    for (const listener of subscription.listeners) listener(message)
  }
}

/**
 * Resolves once every access change that was committed before this call has been delivered. Each topic is
 * read by a separate query, so without this function a comment could be delivered before the block that hides
 * the comment.
 */
async function deliverAccessChanges(): Promise<void> {
  await waitForPendingPostgresNotifications()
  const changes = [...subscriptions.values()].filter(({ announcesAccess }) => announcesAccess)
  await Promise.all(changes.map(({ reading }) => reading))
}

/** Deletes live events older than an hour. */
export async function deleteOldLiveUpdates(): Promise<void> {
  await sql`delete from live_events where created_at < now() - interval '1 hour'`.execute(db)
}
