import { randomUUID } from 'node:crypto'
import { liveUpdateTimings as figures } from '#contract/live-update-limits.ts'
import { createLiveUpdateAccessGate } from './live-update-access-gate.ts'
import { db } from '../db/db.ts'
import { trackHeartbeatAcks } from './heartbeat-acks.ts'
import {
  type LiveUpdateMessage,
  loadLatestEventId,
  type ReplayFilter,
  subscribeToTopic,
} from './live-updates.ts'
import { createGauge } from '../metrics/registry.ts'
import { acquireEventStreamSlot } from './event-stream-limits.ts'

/**
 * How many bytes may be buffered for a slow client before the client is disconnected. The client then
 * reconnects and resumes from the last message that it received.
 */
const backlogMax = 256 * 1024

const open = new Set<() => void>()

createGauge('afterbell_live_listeners', 'Open streams of live updates', [], (one) => one.set(open.size))

/** What a client subscribes to, and how its access is checked. */
export interface EventStreamOptions {
  topic: string
  /** Additional topics whose messages only report that a person's access has changed. */
  accessTopics?: string[]
  /**
   * The request contains the event id to resume from. The request's abort signal fires when the client
   * disconnects.
   */
  request: Request
  /** The client's user id and IP address, for the limit on open streams. */
  listener: { memberId: string | null; address: string }
  /**
   * Returns whether the client may still receive messages of the topic. Access is checked every `recheck` ms
   * and when access has changed. If the result is `false`, the stream ends. If the check fails (for example
   * because the database is unavailable), the stream continues until the next check.
   */
  hasAccess(): Promise<boolean>
  /** Returns whether a message should be sent to this client. */
  isRelevant?(message: LiveUpdateMessage): boolean
  /**
   * Returns the version of a message that this client may see. Clients that get the same version of a message
   * share one object, so that the message is serialised only once.
   */
  transformMessage?(message: LiveUpdateMessage): LiveUpdateMessage
  /** After a reconnect, selects the missed messages that this client may still see. */
  replayFilter?: ReplayFilter
}

/**
 * Opens a stream of server-sent events for a topic. Each message contains its event id, so that a client can
 * resume from the last message that it received. The stream ends after a `gone` event, which is also sent
 * when the viewer loses access.
 */
export async function openEventStream(options: EventStreamOptions): Promise<Response> {
  const after = requestedEventId(options.request) ?? (await loadLatestEventId(options.topic))
  const releaseSlot = acquireEventStreamSlot(options.listener.memberId, options.listener.address)
  const cancelled = new AbortController()
  const closed = AbortSignal.any([options.request.signal, cancelled.signal])
  const body = new ReadableStream<Uint8Array>(
    {
      start: (stream) => runEventStream(stream, options, after, closed, releaseSlot),
      cancel: () => cancelled.abort(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: backlogMax }),
  )
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // The connection is closed together with the stream, so that no idle connection stays open after the
      // stream ends.
      connection: 'close',
    },
  })
}

/**
 * Returns the event id to resume from. A browser that reconnects sends the id of the last event in the `Last-Event-ID`
 * header. Other clients send the id in the `after` query parameter. If the request contains no event
 * id, the stream sends only messages that are published after the request.
 */
function requestedEventId(request: Request): number | undefined {
  const given = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? ''
  return /^\d{1,15}$/.test(given) ? Number(given) : undefined
}

async function runEventStream(
  stream: ReadableStreamDefaultController<Uint8Array>,
  {
    topic,
    accessTopics = [],
    hasAccess,
    isRelevant = () => true,
    transformMessage = (message) => message,
    replayFilter,
  }: EventStreamOptions,
  after: number,
  closed: AbortSignal,
  releaseSlot: () => void,
): Promise<void> {
  const name = randomUUID()
  const heartbeat = `event: heartbeat\ndata: {"stream":"${name}"}\n\n`
  const ended = new AbortController()
  const end = () => {
    if (ended.signal.aborted) return
    flush()
    ended.abort()
    clearInterval(heartbeatTimer)
    clearInterval(accessTimer)
    stopTrackingAcks()
    open.delete(end)
    releaseSlot()
    try {
      stream.close()
    } catch {
      // The error is ignored, because it only means that the client has already closed the stream.
    }
  }
  let unwritten: Uint8Array[] = []
  const flush = () => {
    if (unwritten.length === 0 || ended.signal.aborted) return
    const bytes = unwritten.length === 1 ? unwritten[0]! : Buffer.concat(unwritten)
    unwritten = []
    if ((stream.desiredSize ?? 0) < 0) return end()
    try {
      stream.enqueue(bytes)
    } catch {
      // The client has disconnected without closing the stream. The error is caught, because an uncaught
      // error in a timer would crash the process.
      end()
    }
  }
  // Messages sent in the same tick (such as a comment and the new count) are written in one chunk.
  const sendBytes = (bytes: Uint8Array) => {
    if (unwritten.push(bytes) === 1) queueMicrotask(flush)
  }
  const send = (text: string) => sendBytes(encoder.encode(text))
  const gate = createLiveUpdateAccessGate(
    hasAccess,
    (message) => {
      if (!isRelevant(message)) return
      sendBytes(encodeMessage(transformMessage(message)))
      if (message.name === 'gone') end()
    },
    async () => {
      const message = await loadGoneEvent(topic, after).catch(() => undefined)
      if (message) sendBytes(encodeMessage(message))
      else send('event: gone\ndata: {}\n\n')
      end()
    },
  )
  const heartbeatTimer = setInterval(() => send(heartbeat), figures.heartbeat).unref()
  const accessTimer = setInterval(() => void gate.checkAccess(), figures.recheck).unref()
  const stopTrackingAcks = trackHeartbeatAcks(name, end)
  open.add(end)
  if (closed.aborted) return end()
  closed.addEventListener('abort', end, { once: true })

  send(`retry: ${figures.reconnect[0]}\n${heartbeat}`)
  const onMessage = (message: LiveUpdateMessage) => {
    if (message.name !== 'audience') return gate.deliver(message)
    // The viewer's access has changed, so it is checked immediately and not only at the next regular check.
    if (isRelevant(message)) void gate.checkAccess()
  }
  const options = replayFilter ? { replayFilter } : {}
  const isComplete = await subscribeToTopic(topic, after, onMessage, ended.signal, options).catch(() => null)
  if (isComplete === null) return end()
  if (!isComplete) {
    await sendReset(topic, send)
    return end()
  }
  if (accessTopics.length === 0) return
  const onAccessMessage = (message: LiveUpdateMessage) => {
    if (message.name === 'audience') onMessage(message)
  }
  // If subscribing to an access topic fails, the next regular check still detects an access change.
  await Promise.allSettled(accessTopics.map((of) => subscribeFromNow(of, onAccessMessage, ended.signal)))
  // This check detects access changes that happened before the subscriptions to the access topics were
  // active.
  await gate.checkAccess()
}

/**
 * Tells a page to reload. The reload event carries the current event id, because a page that resumed from its
 * old event id would be told to reload again and again.
 */
async function sendReset(topic: string, send: (text: string) => void): Promise<void> {
  const latestId = await loadLatestEventId(topic).catch(() => null)
  if (latestId !== null) send(`id: ${latestId}\nevent: reset\ndata: {}\n\n`)
}

/**
 * Loads the topic's newest `gone` event after an event id. An access check can find that a resource is gone before the
 * event arrives. Only the event contains the reason.
 */
async function loadGoneEvent(topic: string, after: number): Promise<LiveUpdateMessage | undefined> {
  const event = await db
    .selectFrom('live_events')
    .select(['id', 'data'])
    .where('topic', '=', topic)
    .where('name', '=', 'gone')
    .where('id', '>', after)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return event && { ...event, name: 'gone' }
}

async function subscribeFromNow(
  topic: string,
  onMessage: (message: LiveUpdateMessage) => void,
  signal: AbortSignal,
) {
  await subscribeToTopic(topic, await loadLatestEventId(topic), onMessage, signal, { announcesAccess: true })
}

/** Serialises a message once for all clients. */
function encodeMessage(message: LiveUpdateMessage): Uint8Array {
  const encoded = encodedMessages.get(message)
  if (encoded) return encoded
  const { id, name, data } = message
  const bytes = encoder.encode(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  encodedMessages.set(message, bytes)
  return bytes
}

const encodedMessages = new WeakMap<LiveUpdateMessage, Uint8Array>()
const encoder = new TextEncoder()

/**
 * Ends all open streams of live updates so that the process can stop. A page whose stream ends reconnects to
 * another process.
 */
export function closeEventStreams(): void {
  for (const end of open) end()
}
