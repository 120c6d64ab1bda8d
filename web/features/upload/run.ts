import { deleteContent, updateContent } from '#contract/content.ts'
import { createUpload, getStream } from '#contract/uploads.ts'
import { call, CallError } from '#web/api/call.ts'
import { notify } from '#web/ui/notify.ts'
import { awaitReady } from './await-ready.ts'
import type { Details } from './details.ts'
import { detailsOf, type Unfinished } from './drafts.ts'
import { type Pictures, sendExtras } from './extras.ts'
import { measurePace } from './pace.ts'
import { forget, remember } from './remembered.ts'
import { type Sending, sendBytes } from './send.ts'
import { currentUpload, patchCurrent, setCurrent } from './state.ts'

export interface Order {
  owner: string
  file: File
  details: Details
  pictures: Pictures
  /** Go on with this one instead of beginning anew. */
  unfinished?: Unfinished | null
}

interface Announced {
  contentId: string
  streamId: string
  uploadURL: string
}

let sending: Sending | null = null
let stop = new AbortController()

/** The whole way of one upload: announce, send, wait until it plays. Its state is in `useCurrentUpload`. */
export async function runUpload(order: Order) {
  stop = new AbortController()
  const { signal } = stop
  setCurrent(fresh(order))
  try {
    const announced = await announce(order)
    if (signal.aborted) return await discard(announced.contentId)
    await send(order, announced, signal)
    if (signal.aborted) return
    forget(announced.contentId)
    patchCurrent({ phase: 'transcoding', hold: null, sent: order.file.size })
    await awaitReady({ ...announced, signal }, (stream) => patchCurrent({ stream }))
    if (!signal.aborted) finish()
  } catch (error) {
    if (!signal.aborted) fail(error)
  }
}

function fresh({ file, details, unfinished }: Order) {
  const resumedAt = unfinished ? Math.floor((unfinished.offset / file.size) * 100) : null
  const sent = unfinished?.offset ?? 0
  const nothing = {
    hold: null,
    contentId: null,
    speed: undefined,
    stream: null,
    error: null,
    mayRetry: false,
    notes: [],
  }
  return { phase: 'loading' as const, file, details, sent, resumedAt, playable: false, ...nothing }
}

async function announce(order: Order): Promise<Announced> {
  const announced = order.unfinished ? await goOn(order, order.unfinished) : await begin(order)
  const { file, details, owner, pictures } = order
  remember({
    owner,
    ...announced,
    type: details.type,
    title: details.title,
    fileName: file.name,
    fileSize: file.size,
    lastModified: file.lastModified,
  })
  patchCurrent({ contentId: announced.contentId })
  void sendExtras(announced.contentId, details, pictures, (note) =>
    patchCurrent({ notes: [...(currentUpload()?.notes ?? []), note] }),
  )
  return announced
}

function begin({ file, details }: Order): Promise<Announced> {
  const { title, description, genre, visibility, type } = details
  const body = { title, description, genre, visibility, content_type: type }
  return call(createUpload, { body: { ...body, file_name: file.name, file_size: file.size } })
}

/** The details may have been changed before going on; the type stays what it was. */
async function goOn({ details }: Order, { draft }: Unfinished): Promise<Announced> {
  const before = detailsOf(draft)
  const { title, description, genre, visibility } = details
  const changed = [title, description, genre, visibility].join('\0')
  if (changed !== [before.title, before.description, before.genre, before.visibility].join('\0'))
    await call(updateContent, {
      params: { id: draft.id },
      body: { title, description, genre, visibility },
    })
  return { contentId: draft.id, streamId: draft.stream_id, uploadURL: draft.upload_url }
}

async function send(order: Order, announced: Announced, signal: AbortSignal) {
  try {
    await sendAll(order.file, announced.uploadURL, signal)
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'upload_not_found') throw error
    await startAnew(order, announced, signal)
  }
}

/** The server knows the upload no more: because it refused the file while the line was cut, or because it swept it away. */
async function startAnew(order: Order, gone: Announced, signal: AbortSignal) {
  const stream = await call(getStream, { params: { streamId: gone.streamId } }).catch(() => null)
  if (stream?.error) throw new CallError(422, { code: 'upload_failed', ...stream.error })
  forget(gone.contentId)
  patchCurrent({ resumedAt: null, sent: 0 })
  const announced = await announce({ ...order, unfinished: null })
  await sendAll(order.file, announced.uploadURL, signal)
  Object.assign(gone, announced)
}

async function sendAll(file: File, uploadURL: string, signal: AbortSignal) {
  const pace = measurePace()
  let shown = 0
  patchCurrent({ phase: 'uploading' })
  sending = await sendBytes(file, uploadURL, {
    progress(sent) {
      pace.add(sent)
      // Five times a second is as much as anyone can read.
      if (Date.now() - shown < 200 && sent < file.size) return
      shown = Date.now()
      patchCurrent({ sent, speed: pace.speed(), hold: null })
    },
    hold(why) {
      pace.reset()
      patchCurrent({ hold: why, speed: undefined })
    },
  })
  if (signal.aborted) return sending.cancel()
  await sending.done
}

function finish() {
  const stream = currentUpload()?.stream
  if (stream?.error) return showError(stream.error, false)
  patchCurrent({ phase: 'complete', playable: Boolean(stream?.ready) })
}

function fail(error: unknown) {
  if (error instanceof CallError) {
    // A refused file stays refused, in its own words; anything else may pass the next time.
    const refused = [413, 422, 429].includes(error.status)
    return showError({ title: refused ? error.title : 'Upload failed', detail: error.detail }, !refused)
  }
  // oxlint-disable-next-line no-console -- a bug must not vanish without a trace
  console.error(error)
  showError({ title: 'Upload failed', detail: 'Please try again.' }, true)
}

function showError(error: { title: string; detail: string }, mayRetry: boolean) {
  patchCurrent({ phase: 'error', hold: null, speed: undefined, error, mayRetry })
  notify.bad(error.title, error.detail)
}

export function pauseUpload() {
  sending?.pause()
  patchCurrent({ hold: 'paused', speed: undefined })
}

export function resumeUpload() {
  patchCurrent({ hold: null })
  sending?.resume()
}

/** Stops, and takes the draft away: nothing of it stays on the server. */
export async function cancelUpload() {
  const contentId = currentUpload()?.contentId
  stop.abort()
  sending?.cancel()
  sending = null
  setCurrent(null)
  if (contentId) await discard(contentId)
}

async function discard(contentId: string) {
  forget(contentId)
  await call(deleteContent, { params: { id: contentId } }).catch(() => undefined)
}

/** Takes the finished or failed card away. */
export function dismissUpload() {
  stop.abort()
  sending = null
  setCurrent(null)
}
