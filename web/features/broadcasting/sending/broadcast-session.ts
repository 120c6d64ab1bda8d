import {
  broadcastChunkPath,
  continueBroadcast,
  endBroadcast,
  getOwnBroadcast,
  type OwnBroadcast,
} from '#contract/broadcasts/broadcasts.ts'
import { callApi } from '#web/api/api-client.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { createStateStore, type StateStore } from '#web/player/core/state-store.ts'
import type { BroadcastEncoder } from './broadcast-encoder.ts'
import { ChunkSender, type SendingProblem } from './chunk-sender.ts'
import type { PictureSize } from './picture-size.ts'

/** The reason why a broadcast ended without the creator ending it. */
export type BroadcastProblem = SendingProblem | 'capture_ended' | 'encoder_failed' | 'cut_failed'

export interface BroadcastSessionState {
  broadcast: OwnBroadcast
  phase: 'on_air' | 'ending' | 'ended'
  isConnectionLost: boolean
  problem: BroadcastProblem | null
  /** Whether the creator has deleted the part that viewers had not seen yet. */
  isCut: boolean
}

/** A broadcast that this page is sending. */
export interface BroadcastSession {
  store: StateStore<BroadcastSessionState>
  /** When the broadcast started, on the clock of `performance.now()`. Negative if that was before the page was opened. */
  startedAt: number
  /** Ends the broadcast. If `isCut` is true, the part that viewers have not seen yet is deleted. */
  end(isCut: boolean): Promise<void>
}

export interface BroadcastTracks {
  video: MediaStreamVideoTrack
  audio: MediaStreamAudioTrack
}

/** The time after which a POST without a response is sent again, in milliseconds. */
const postTimeoutMs = 8000
/** The maximum time for sending the last bytes when the broadcast ends, in milliseconds. */
const finishTimeoutMs = 8000
const maxCutRequests = 30

/** Creates a broadcast and starts sending it. Throws an ApiCallError if the server refuses the broadcast. */
export async function startBroadcastSession(
  create: () => Promise<OwnBroadcast>,
  tracks: BroadcastTracks,
): Promise<BroadcastSession> {
  await loadEncoder()
  return sendBroadcast(await create(), tracks)
}

/** Continues a broadcast that another page has started, with a new stream whose picture has the same size. */
export async function continueBroadcastSession(
  id: string,
  tracks: BroadcastTracks,
): Promise<BroadcastSession> {
  await loadEncoder()
  const { broadcast, sender, picture } = await callApi(continueBroadcast, { params: { id } })
  return sendBroadcast(broadcast, tracks, { sender, size: picture })
}

async function sendBroadcast(
  broadcast: OwnBroadcast,
  { video, audio }: BroadcastTracks,
  { sender: senderNumber = 0, size = null as PictureSize | null } = {},
): Promise<BroadcastSession> {
  // The clock of the device may be wrong, so the server says how long the broadcast has been on air.
  const startedAt = performance.now() - 1000 * (broadcast.on_air_seconds ?? 0)
  const { startBroadcastEncoder } = await loadEncoder()
  const store = createStateStore<BroadcastSessionState>({
    broadcast,
    phase: 'on_air',
    isConnectionLost: false,
    problem: null,
    isCut: false,
  })
  let encoder: BroadcastEncoder | undefined
  const sender = createSender(store, senderNumber, (problem) => void end(false, problem))

  async function end(isCut: boolean, problem: BroadcastProblem | null = null) {
    if (store.get().phase !== 'on_air') return
    store.set({ phase: 'ending', problem, isCut })
    video.removeEventListener('ended', onVideoEnded)
    // If the unseen part is to be deleted, end the broadcast on the server first, so viewers see no more of
    // it.
    if (isCut) {
      sender.abort()
      await requestEnd(store, true)
    }
    await encoder?.finish().catch(() => {})
    // The other page ends the broadcast.
    if (!isCut && problem !== 'continued') {
      await Promise.race([sender.finish(), new Promise((resolve) => setTimeout(resolve, finishTimeoutMs))])
      sender.abort()
      await requestEnd(store, false)
    }
    store.set({ phase: 'ended' })
  }
  const onVideoEnded = () => void end(false, 'capture_ended')
  video.addEventListener('ended', onVideoEnded)
  try {
    encoder = await startBroadcastEncoder({
      video,
      audio,
      size,
      onBytes: (bytes) => sender.push(bytes),
      onError: () => void end(false, 'encoder_failed'),
    })
  } catch {
    await end(false, 'encoder_failed')
  }
  return { store, startedAt, end }
}

const loadEncoder = retryWhenOnline(() => import('./broadcast-encoder.ts'))

function createSender(
  store: StateStore<BroadcastSessionState>,
  senderNumber: number,
  onStop: (problem: SendingProblem) => void,
): ChunkSender {
  const { id, next_chunk: first } = store.get().broadcast
  const path = `${broadcastChunkPath.replace('{id}', id)}?sender=${senderNumber}`
  return new ChunkSender({
    first,
    async post(number, bytes) {
      const { status, headers } = await fetch(path.replace('{number}', String(number)), {
        method: 'POST',
        headers: { 'content-type': 'video/x-matroska' },
        body: bytes,
        signal: AbortSignal.timeout(postTimeoutMs),
      })
      return { status, retryAfter: Number(headers.get('retry-after')) || undefined }
    },
    async loadExpectedNumber() {
      const { broadcast } = await callApi(getOwnBroadcast, {})
      return broadcast?.id === id ? broadcast.next_chunk : null
    },
    onConnectionChange: (isConnectionLost) => store.set({ isConnectionLost }),
    onStop,
  })
}

/**
 * Ends the broadcast on the server and loads its final state, for example why a moderator has stopped it. If
 * `isCut` is true, a failed request is retried up to 29 times. If the server cannot be reached, the server
 * ends the broadcast itself a minute after the last chunk.
 */
async function requestEnd(store: StateStore<BroadcastSessionState>, isCut: boolean): Promise<void> {
  const { id } = store.get().broadcast
  const input = { params: { id }, body: { drop_delayed: isCut } }
  for (let tries = isCut ? maxCutRequests : 1; tries > 0; tries -= 1) {
    const ended = await callApi(endBroadcast, input).catch(() => null)
    if (ended) return store.set({ broadcast: ended })
    if (tries > 1) await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  if (isCut) store.set({ problem: 'cut_failed' })
}
