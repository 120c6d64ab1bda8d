import { randomUUID } from 'node:crypto'
import { liveUpdateTimings as figures } from '#contract/limits.ts'
import { expectHeartbeatAcks } from './heartbeat-acks.ts'
import { type LiveMessage, latestEventId, type ReplayFilter, subscribeToTopic } from './live-updates.ts'
import { createGauge } from '../metrics/registry.ts'
import { acquireStreamSlot } from './stream-limits.ts'

/** Bytes a slow listener may have waiting before it is let go; it comes back and resumes. */
const backlogMax = 256 * 1024

const open = new Set<() => void>()

createGauge('afterbell_live_listeners', 'Open streams of live updates', [], (one) => one.set(open.size))

/** What somebody follows, and how long they may. */
export interface EventStreamOptions {
  topic: string
  /** Further topics, of which only that rights have changed is heard. */
  accessTopics?: string[]
  /** Of the request: where to resume from, and when the other side has left. */
  request: Request
  /** Who listens and from where: there is a limit to how many streams one may have. */
  listener: { memberId: string | null; address: string }
  /** Asked every `recheck` and when rights have changed; `false` ends it, a throw (the database is away, say) leaves it for the next time. */
  canListen(): Promise<boolean>
  /** Messages that are not for this listener are left out. */
  isRelevant?(message: LiveMessage): boolean
  /** What this listener gets of a message; the same object for all who get the same, so that it is written out once. */
  transformMessage?(message: LiveMessage): LiveMessage
  /** Which of those that were missed are still to be told. */
  replayFilter?: ReplayFilter
}

/**
 * Server-sent events of a topic. Each message carries its place as the event id; a listener resumes from the last
 * one it had. `gone` ends it, as does losing the right to listen.
 */
export async function openEventStream(following: EventStreamOptions): Promise<Response> {
  const after = requestedEventId(following.request) ?? (await latestEventId(following.topic))
  const leave = acquireStreamSlot(following.listener.memberId, following.listener.address)
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
      // When it ends, its connection does: of a dead one nothing is kept.
      connection: 'close',
    },
  })
}

/** `Last-Event-ID` of a browser that reconnects by itself, else `?after=`, else from now on. */
function requestedEventId(request: Request): number | undefined {
  const given = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? ''
  return /^\d{1,15}$/.test(given) ? Number(given) : undefined
}

async function runEventStream(
  out: ReadableStreamDefaultController<Uint8Array>,
  {
    topic,
    accessTopics: rights = [],
    canListen: mayListen,
    isRelevant: isFor,
    transformMessage: asTold = (message) => message,
    replayFilter: stillSo,
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
      // The other side was faster.
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
      // The other side has left, and nobody has said so yet. Thrown from a timer it would end the process.
      end()
    }
  }
  // What is told in one breath (a comment and the new count) goes out in one piece.
  const sendBytes = (bytes: Uint8Array) => {
    if (waiting.push(bytes) === 1) queueMicrotask(flush)
  }
  const send = (text: string) => sendBytes(encoder.encode(text))
  const heart = setInterval(() => send(heartbeat), figures.heartbeat).unref()
  const check = setInterval(() => void checkAccess(mayListen, send, end), figures.recheck).unref()
  const noAnswers = expectHeartbeatAcks(name, end)
  open.add(end)
  if (gone.aborted) return end()
  gone.addEventListener('abort', end, { once: true })

  send(`retry: ${figures.reconnect[0]}\n${heartbeat}`)
  const hear = (message: LiveMessage) => {
    if (isFor && !isFor(message)) return
    // Rights have changed: they are asked for now, not at the next look.
    if (message.name === 'audience') return void checkAccess(mayListen, send, end)
    sendBytes(encodeMessage(asTold(message)))
    if (message.name === 'gone') end()
  }
  const kept = await subscribeToTopic(topic, after, hear, ended.signal, stillSo).catch(() => null)
  if (kept === null) return end()
  if (!kept) {
    await sendReset(topic, send)
    end()
  }
  if (rights.length === 0 || !kept) return
  const changed = (message: LiveMessage) => {
    if (message.name === 'audience') hear(message)
  }
  // Where this fails, the next look finds out.
  await Promise.allSettled(rights.map((of) => subscribeFromNow(of, changed, ended.signal)))
  // What changed before the first of them was heard.
  await checkAccess(mayListen, send, end)
}

/** With the place to go on from: a page that came back to its old one would be told to load anew again and again. */
async function sendReset(topic: string, send: (text: string) => void): Promise<void> {
  const place = await latestEventId(topic).catch(() => null)
  if (place !== null) send(`id: ${place}\nevent: reset\ndata: {}\n\n`)
}

async function subscribeFromNow(topic: string, hear: (message: LiveMessage) => void, signal: AbortSignal) {
  await subscribeToTopic(topic, await latestEventId(topic), hear, signal)
}

/** Written out once for all who hear it. */
function encodeMessage(message: LiveMessage): Uint8Array {
  const known = written.get(message)
  if (known) return known
  const { id, name, data } = message
  const bytes = encoder.encode(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  written.set(message, bytes)
  return bytes
}

const written = new WeakMap<LiveMessage, Uint8Array>()
const encoder = new TextEncoder()

/** May they still listen? */
async function checkAccess(
  mayListen: EventStreamOptions['canListen'],
  send: (text: string) => void,
  end: () => void,
): Promise<void> {
  const may = await mayListen().catch(() => undefined)
  if (may !== false) return
  send('event: gone\ndata: {}\n\n')
  end()
}

/** Ends all open streams, so that a process can stop; the pages come back to another or to the next one. */
export function closeEventStreams(): void {
  for (const end of open) end()
}
