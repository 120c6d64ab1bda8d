import { deleteContent } from '#contract/content.ts'
import { getStream } from '#contract/uploads.ts'
import { call, CallError } from '#web/api/call.ts'
import { notify } from '#web/ui/notify.ts'
import { card } from '#web/words/upload.ts'
import { announce, type Announced, type Order } from './announce.ts'
import { awaitReady } from './await-ready.ts'
import { sendExtras } from './extras.ts'
import { letGo } from './let-go.ts'
import { dropLoad, forgetLoad, type Load, loadOf } from './load.ts'
import { measurePace } from './pace.ts'
import { forget } from './remembered.ts'
import { type Sending, sendBytes } from './send.ts'
import { currentUpload, patchCurrent, setCurrent } from './state.ts'

export type { Order } from './announce.ts'

let sending: Sending | null = null
let stop = new AbortController()

/** The whole way of one upload: prepare, announce, send, wait until it plays. Its state is in `useCurrentUpload`. */
export async function runUpload(order: Order) {
  stop = new AbortController()
  const { signal } = stop
  setCurrent(fresh(order))
  try {
    const load = await loadOf(order, signal)
    if (signal.aborted) return
    const { size } = load.file
    patchCurrent({ phase: 'uploading', size, clean: load.kept !== undefined, smaller: load.smaller })
    const announced = await begin(order, load)
    forgetLoad()
    if (signal.aborted) return await discard(announced.contentId)
    await send(order, load, announced, signal)
    if (signal.aborted) return
    letGo(announced.contentId)
    patchCurrent({ phase: 'processing', hold: null, sent: load.file.size })
    await awaitReady({ ...announced, signal }, (stream) => patchCurrent({ stream }))
    if (!signal.aborted) finish()
  } catch (error) {
    if (!signal.aborted) fail(error)
  }
}

function fresh({ file, details, unfinished, smaller }: Order) {
  const nothing = {
    hold: null,
    contentId: null,
    speed: undefined,
    stream: null,
    error: null,
    mayRetry: false,
    notes: [],
  }
  return {
    phase: 'loading' as const,
    file,
    size: unfinished?.size ?? file.size,
    details,
    prepared: 0,
    smaller,
    clean: Boolean(unfinished?.kept),
    sent: unfinished?.offset ?? 0,
    resumedAt: unfinished?.offset ?? null,
    playable: false,
    ...nothing,
  }
}

async function begin(order: Order, load: Load): Promise<Announced> {
  const announced = await announce(order, load)
  const { details, pictures } = order
  patchCurrent({ contentId: announced.contentId })
  void sendExtras(announced.contentId, details, pictures, (note) =>
    patchCurrent({ notes: [...(currentUpload()?.notes ?? []), note] }),
  )
  return announced
}

async function send(order: Order, load: Load, announced: Announced, signal: AbortSignal) {
  try {
    await sendAll(load.file, announced.uploadURL, signal)
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'upload_not_found') throw error
    await startAnew(order, load, announced, signal)
  }
}

/** The server knows the upload no more: because it refused the file while the line was cut, or because it swept it away. */
async function startAnew(order: Order, load: Load, gone: Announced, signal: AbortSignal) {
  const stream = await call(getStream, { params: { streamId: gone.streamId } }).catch(() => null)
  if (stream?.error) throw new CallError(422, { code: 'upload_failed', ...stream.error })
  // Only what is remembered: the bytes that wait here are still needed.
  forget(gone.contentId)
  patchCurrent({ resumedAt: null, sent: 0 })
  const announced = await begin({ ...order, unfinished: null }, load)
  await sendAll(load.file, announced.uploadURL, signal)
  Object.assign(gone, announced)
}

async function sendAll(file: File, uploadURL: string, signal: AbortSignal) {
  const pace = measurePace()
  let shown = 0
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
  if (currentUpload()?.hold === 'paused') sending.pause()
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
    const refused = [400, 413, 422, 429].includes(error.status)
    const contentId = currentUpload()?.contentId
    if (refused && contentId) letGo(contentId)
    return showError({ title: refused ? error.title : card.headline.failed, detail: error.detail }, !refused)
  }
  // oxlint-disable-next-line no-console -- a bug must not vanish without a trace
  console.error(error)
  showError({ title: card.headline.failed, detail: card.failedDetail }, true)
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

/** Stops, and takes the draft away: nothing of it stays, here or on the server. */
export async function cancelUpload() {
  const contentId = currentUpload()?.contentId
  stop.abort()
  sending?.cancel()
  sending = null
  setCurrent(null)
  dropLoad()
  if (contentId) await discard(contentId)
}

async function discard(contentId: string) {
  letGo(contentId)
  await call(deleteContent, { params: { id: contentId } }).catch(() => undefined)
}

/** Takes the finished or failed card away. */
export function dismissUpload() {
  stop.abort()
  dropLoad()
  sending = null
  setCurrent(null)
}
