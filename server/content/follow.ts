import { live as figures } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { contentTopic } from '../events.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { type LiveMessage, placeOf, subscribe } from '../platform/live.ts'
import { visibleContent } from './one.ts'

/** Bytes a slow listener may have waiting before it is let go; it comes back and resumes. */
const backlogMax = 256 * 1024

const open = new Set<() => void>()

/**
 * Server-sent events of an item: comments, counts, new renditions; for its owner also the progress of processing.
 * Each message carries its place as the event id; a listener resumes from the last one it had.
 */
export async function followContent(viewer: Viewer, id: string, request: Request): Promise<Response> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new Refusal('content_not_found')
  const { user_id: owner } = await visibleContent(viewer, id)
  const isOwner = viewer.kind === 'member' && viewer.id === owner
  const after = placeIn(request) ?? (await placeOf(contentTopic(id)))
  const body = new ReadableStream<Uint8Array>(
    {
      start: (out) => stream(out, { viewer, id, isOwner, after, signal: request.signal }),
      cancel() {},
    },
    new ByteLengthQueuingStrategy({ highWaterMark: backlogMax }),
  )
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  })
}

/** `Last-Event-ID` of a browser that reconnects by itself, else `?after=`, else from now on. */
function placeIn(request: Request): number | undefined {
  const given = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? ''
  return /^\d{1,15}$/.test(given) ? Number(given) : undefined
}

interface Following {
  viewer: Viewer
  id: string
  isOwner: boolean
  after: number
  signal: AbortSignal
}

async function stream(out: ReadableStreamDefaultController<Uint8Array>, following: Following): Promise<void> {
  const encoder = new TextEncoder()
  const ended = new AbortController()
  const end = () => {
    if (ended.signal.aborted) return
    ended.abort()
    clearInterval(heart)
    open.delete(end)
    try {
      out.close()
    } catch {
      // The other side was faster.
    }
  }
  const send = (text: string) => {
    if (ended.signal.aborted) return
    if ((out.desiredSize ?? 0) < 0) return end()
    out.enqueue(encoder.encode(text))
  }
  const heart = setInterval(() => void beat(following, send, end), figures.heartbeat)
  open.add(end)
  following.signal.addEventListener('abort', end, { once: true })

  send(`retry: ${figures.reconnect[0]}\nevent: heartbeat\ndata: {}\n\n`)
  const hear = (message: LiveMessage) => {
    if (message.name === 'stream' && !following.isOwner) return
    send(`id: ${message.id}\nevent: ${message.name}\ndata: ${JSON.stringify(message.data)}\n\n`)
    if (message.name === 'gone') end()
  }
  const kept = await subscribe(contentTopic(following.id), following.after, hear, ended.signal).catch(
    () => null,
  )
  if (kept === null) return end()
  if (!kept) {
    send('event: reset\ndata: {}\n\n')
    end()
  }
}

/** Every 25 s: the sign of life, after asking whether the viewer may still listen. */
async function beat({ viewer, id }: Following, send: (text: string) => void, end: () => void): Promise<void> {
  try {
    await visibleContent(viewer, id)
    send('event: heartbeat\ndata: {}\n\n')
  } catch (error) {
    if (error instanceof Refusal) {
      send('event: gone\ndata: {}\n\n')
      end()
    }
  }
}

/** Ends all open streams, so that a process can stop; the pages come back to another or to the next one. */
export function endFollowing(): void {
  for (const end of open) end()
}
