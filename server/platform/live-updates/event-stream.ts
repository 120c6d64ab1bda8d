import { randomUUID } from 'node:crypto'
import { liveUpdateTimings as figures } from '#contract/limits.ts'
import { trackHeartbeatAcks } from './heartbeat-acks.ts'
import { type LiveUpdateMessage, latestEventId, type ReplayFilter, subscribeToTopic } from './live-updates.ts'
import { createGauge } from '../metrics/registry.ts'
import { acquireEventStreamSlot } from './event-stream-limits.ts'

/**
 * How many bytes may be buffered for a slow client before it is disconnected. A disconnected client
 * reconnects and resumes.
 */
const backlogMax = 256 * 1024

const open = new Set<() => void>()

createGauge('afterbell_live_listeners', 'Open streams of live updates', [], (one) => one.set(open.size))

/** What a client subscribes to, and how its access is checked. */
export interface EventStreamOptions {
  topic: string
  /** Additional topics whose messages only report that someone's access has changed. */
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
   * and when access has changed. `false` ends the stream; an error (such as an unavailable database)
   * postpones the check.
   */
  hasAccess(): Promise<boolean>
  /** Returns whether a message should be sent to this client. */
  isRelevant?(message: LiveUpdateMessage): boolean
  /**
   * Returns the version of a message that this client may see. Clients that get the same version of a message
   * share one object, so that the message is serialised only once.
   */
  transformMessage?(message: LiveUpdateMessage): LiveUpdateMessage
  /** Selects the missed messages that may still be sent to this client. */
  replayFilter?: ReplayFilter
}

/**
 * Opens a stream of server-sent events for a topic. Each message carries its event id, so that a client can
 * resume from the last one it received. The stream ends with a `gone` event, or when the viewer loses access.
 */
export async function openEventStream(following: EventStreamOptions): Promise<Response> {
  const after = requestedEventId(following.request) ?? (await latestEventId(following.topic))
  const leave = acquireEventStreamSlot(following.listener.memberId, following.listener.address)
  const left = new AbortController()
  const gone = AbortSignal.any([following.request.signal, left.signal])
  const body = new ReadableStream<Uint8Array>(
    { start: (out) => runEventStream(out, following, after, gone, leave), cancel: () => left.abort() },
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
 * Returns the event id to resume from. A browser that reconnects sends the id of the last event in
 * `Last-Event-ID`; other clients send the id in `?after=`. If the request contains no event id, only new
 * messages are sent.
 */
function requestedEventId(request: Request): number | undefined {
  const given = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? ''
  return /^\d{1,15}$/.test(given) ? Number(given) : undefined
}

async function runEventStream(
  out: ReadableStreamDefaultController<Uint8Array>,
  {
    topic,
    accessTopics: rights = [],
    hasAccess: mayListen,
    isRelevant: isFor,
    transformMessage: asTold = (message) => message,
    replayFilter,
  }: EventStreamOptions,
  after: number,
  gone: AbortSignal,
  leave: () => void,
): Promise<void> {
  const name = randomUUID()
  const heartbeat = `event: heartbeat\ndata: {"stream":"${name}"}\n\n`
  const ended = new AbortController()
  const end = () => {
    if (ended.signal.aborted) return
    flush()
    ended.abort()
    clearInterval(heart)
    clearInterval(check)
    noAnswers()
    open.delete(end)
    leave()
    try {
      out.close()
    } catch {
      // The client has already closed the stream.
    }
  }
  let waiting: Uint8Array[] = []
  const flush = () => {
    if (waiting.length === 0 || ended.signal.aborted) return
    const bytes = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting)
    waiting = []
    if ((out.desiredSize ?? 0) < 0) return end()
    try {
      out.enqueue(bytes)
    } catch {
      // The client has disconnected without closing the stream. The error is caught, because an uncaught
      // error in a timer would end the process.
      end()
    }
  }
  // Messages sent in the same tick (such as a comment and the new count) are written in one chunk.
  const sendBytes = (bytes: Uint8Array) => {
    if (waiting.push(bytes) === 1) queueMicrotask(flush)
  }
  const send = (text: string) => sendBytes(encoder.encode(text))
  const heart = setInterval(() => send(heartbeat), figures.heartbeat).unref()
  const check = setInterval(() => void checkAccess(), figures.recheck).unref()
  const noAnswers = trackHeartbeatAcks(name, end)
  open.add(end)
  if (gone.aborted) return end()
  gone.addEventListener('abort', end, { once: true })

  send(`retry: ${figures.reconnect[0]}\n${heartbeat}`)
  const deliver = (message: LiveUpdateMessage) => {
    if (isFor && !isFor(message)) return
    sendBytes(encodeMessage(asTold(message)))
    if (message.name === 'gone') end()
  }
  // While access is being checked, messages wait, because the viewer might no longer be allowed to see them.
  // The checks run one after another, so that an older result does not replace a newer one.
  let unfinishedChecks = 0
  let lastCheck = Promise.resolve()
  const undelivered: LiveUpdateMessage[] = []
  const runCheck = async (previous: Promise<void>) => {
    await previous
    const may = await mayListen().catch(() => undefined)
    unfinishedChecks -= 1
    if (may === false) {
      send('event: gone\ndata: {}\n\n')
      end()
    } else if (unfinishedChecks === 0) for (const message of undelivered.splice(0)) deliver(message)
  }
  const checkAccess = () => {
    unfinishedChecks += 1
    return (lastCheck = runCheck(lastCheck))
  }
  const hear = (message: LiveUpdateMessage) => {
    // The viewer's access has changed, so access is checked immediately instead of at the next regular check.
    if (message.name === 'audience') {
      if (!isFor || isFor(message)) void checkAccess()
    } else if (unfinishedChecks > 0) undelivered.push(message)
    else deliver(message)
  }
  const kept = await subscribeToTopic(topic, after, hear, ended.signal, {
    ...(replayFilter && { replayFilter }),
  }).catch(() => null)
  if (kept === null) return end()
  if (!kept) {
    await sendReset(topic, send)
    end()
  }
  if (rights.length === 0 || !kept) return
  const changed = (message: LiveUpdateMessage) => {
    if (message.name === 'audience') hear(message)
  }
  // If subscribing to an access topic fails, the next regular check still notices a change of access.
  await Promise.allSettled(rights.map((of) => subscribeFromNow(of, changed, ended.signal)))
  // This check detects access changes that happened before the subscriptions to the access topics were
  // active.
  await checkAccess()
}

/**
 * Tells a page to reload. The reload event carries the current event id, because a page that resumed from its
 * old event id would be told to reload again and again.
 */
async function sendReset(topic: string, send: (text: string) => void): Promise<void> {
  const place = await latestEventId(topic).catch(() => null)
  if (place !== null) send(`id: ${place}\nevent: reset\ndata: {}\n\n`)
}

async function subscribeFromNow(
  topic: string,
  hear: (message: LiveUpdateMessage) => void,
  signal: AbortSignal,
) {
  await subscribeToTopic(topic, await latestEventId(topic), hear, signal, { announcesAccess: true })
}

/** Serialises a message once for all clients. */
function encodeMessage(message: LiveUpdateMessage): Uint8Array {
  const known = written.get(message)
  if (known) return known
  const { id, name, data } = message
  const bytes = encoder.encode(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  written.set(message, bytes)
  return bytes
}

const written = new WeakMap<LiveUpdateMessage, Uint8Array>()
const encoder = new TextEncoder()

/**
 * Ends all open streams so that the process can stop. Pages whose stream ends reconnect to another process.
 */
export function closeEventStreams(): void {
  for (const end of open) end()
}
