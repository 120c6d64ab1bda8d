import { createReadStream, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { contentEventsPath } from '#contract/live-updates.ts'
import type { UploadType, Visibility } from '#contract/content/content-types.ts'
import { createUpload, type ProcessingStatus } from '#contract/content/uploads.ts'
import { parseErrorResponse } from '#web/api/api-client.ts'
import type { HttpTestClient } from './http-test-client.ts'

/**
 * The outcome of an upload. Fields whose names end in `After` are times in seconds. Each time is measured
 * from the acknowledgement of the last byte until a live update reports the event to the owner.
 */
export interface UploadResult {
  contentId: string
  /** The last reported processing status. */
  stream: ProcessingStatus
  /** Seconds until a worker probed the file, or null if no worker has probed it. */
  probedAfter: number | null
  /** Seconds until the first rendition was playable, or null if no rendition became playable. */
  firstAfter: number | null
  /** The names of the renditions that were playable first. */
  first: string[]
  /** Seconds until every final rendition was playable. */
  ladderAfter: number | null
  /** Seconds until the video was completely processed. */
  doneAfter: number
}

interface UploadRequest {
  path: string
  fileName: string
  title: string
  by: 'tus' | 'form'
  type?: UploadType
  genre?: string
  description?: string
  visibility?: Visibility
  /** Called as soon as the first rendition of the video is playable. */
  onPlayable?: (contentId: string) => void
}

/** Sends requests either over a network connection or directly to the app in this process. */
type Sender = Pick<HttpTestClient, 'call' | 'fetch'>

/** Uploads a file as the browser does, over tus or with a form, and waits until its processing has ended. */
export async function uploadAndAwaitProcessing(
  member: Sender,
  sending: UploadRequest,
): Promise<UploadResult> {
  const { size } = await stat(sending.path)
  const { uploadURL, contentId } = await member.call(createUpload, {
    body: {
      title: sending.title,
      content_type: sending.type ?? 'music',
      genre: sending.genre,
      description: sending.description,
      visibility: sending.visibility,
      file_name: sending.fileName,
      file_size: size,
    },
  })
  const told: LiveStatus[] = []
  const { ended, stop } = await followProgress(member, contentId, (one) => {
    if (one.stream?.ready && !told.some(({ stream }) => stream?.ready)) sending.onPlayable?.(contentId)
    told.push(one)
  })
  const send = sending.by === 'tus' ? sendTus : sendForm
  try {
    await send(member, uploadURL, sending, size)
  } catch (error) {
    stop()
    throw error
  }
  const sentAt = performance.now()
  await ended
  return toUploadResult(contentId, sentAt, told)
}

/**
 * A live update and the time at which it arrived. `stream` is the processing status, or null if the update
 * only announces new renditions.
 */
interface LiveStatus {
  at: number
  stream: ProcessingStatus | null
}

function toUploadResult(contentId: string, sentAt: number, told: LiveStatus[]): UploadResult {
  const after = (one?: LiveStatus) => (one ? (one.at - sentAt) / 1000 : null)
  const last = told.findLast(({ stream }) => stream !== null)!
  const first = told.find(({ stream }) => stream?.ready)
  return {
    contentId,
    stream: last.stream!,
    probedAfter: after(told.find(({ stream }) => stream?.state === 'probed')),
    firstAfter: after(first),
    first: first?.stream?.renditions ?? [],
    ladderAfter: after(told.findLast(({ stream }) => stream === null)),
    doneAfter: after(last)!,
  }
}

/**
 * Sends the file in two requests. The second request must start at the offset where the first request ended.
 */
export async function sendTus(
  member: Sender,
  url: string,
  { path }: Pick<UploadRequest, 'path'>,
  size: number,
  bytesPerSecond = Infinity,
): Promise<void> {
  const half = Math.floor(size / 2)
  for (const [start, end] of [
    [0, half],
    [half, size],
  ] as const) {
    if (start === end) continue
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': String(start),
      'content-type': 'application/offset+octet-stream',
    }
    const bytes = limitSpeed(createReadStream(path, { start, end: end - 1 }), bytesPerSecond)
    const body = Readable.toWeb(Readable.from(bytes)) as ReadableStream
    const response = await member.fetch(url, {
      method: 'PATCH',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
    if (!response.ok) throw await parseErrorResponse(response)
    if (response.headers.get('upload-offset') !== String(end)) throw new Error('tus: another offset')
  }
}

async function* limitSpeed(bytes: AsyncIterable<Buffer>, bytesPerSecond: number): AsyncGenerator<Buffer> {
  const startedAt = performance.now()
  let sent = 0
  for await (const chunk of bytes) {
    yield chunk
    sent += chunk.length
    const early = (sent / bytesPerSecond) * 1000 - (performance.now() - startedAt)
    if (early > 10) await pause(early)
  }
}

async function sendForm(member: Sender, url: string, { path, fileName }: UploadRequest): Promise<void> {
  const body = new FormData()
  body.append('file', await openAsBlob(path), fileName)
  const response = await member.fetch(url, { method: 'POST', body })
  if (!response.ok) throw await parseErrorResponse(response)
}

/** Sends a whole file in one request and returns the response, whatever its status is. */
export function uploadFileInOneRequest(
  member: Pick<Sender, 'fetch'>,
  url: string,
  bytes: Buffer<ArrayBuffer>,
  by: 'tus' | 'form',
): Promise<Response> {
  if (by === 'form') {
    const body = new FormData()
    body.set('file', new Blob([bytes]), 'a.mp4')
    return member.fetch(url, { method: 'POST', body })
  }
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  return member.fetch(url, { method: 'PATCH', headers, body: bytes })
}

/**
 * Subscribes to an item's live updates. Resolves when the connection is open. The returned promise `ended`
 * resolves when processing has ended.
 */
async function followProgress(
  member: Sender,
  contentId: string,
  hear: (told: LiveStatus) => void,
): Promise<{ ended: Promise<void>; stop: () => void }> {
  const over = new AbortController()
  const stop = () => over.abort()
  const response = await member.fetch(contentEventsPath(contentId), { signal: over.signal })
  if (!response.ok || !response.body) throw new Error(`the live updates answered ${response.status}`)
  const ended = readLiveUpdates(response.body, hear).finally(stop)
  ended.catch(() => {}) // the caller gets the error when it awaits; sending may fail first
  return { ended, stop }
}

async function readLiveUpdates(
  body: ReadableStream<Uint8Array>,
  hear: (told: LiveStatus) => void,
): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) {
    const messages = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = messages.pop()!
    for (const message of messages) {
      const [, name, data] = /^event: (stream|renditions)\ndata: (.*)$/m.exec(message) ?? []
      if (!name) continue
      const stream = name === 'stream' ? (JSON.parse(data!) as ProcessingStatus) : null
      hear({ at: performance.now(), stream })
      if (stream && ['ready', 'refused', 'failed'].includes(stream.state)) return
    }
  }
  throw new Error('the live updates ended before the processing did')
}
