import { Hls, type ErrorData, type Events } from 'hls.js/light'
import { abandonAv1 } from './av1/av1-variants.ts'
import {
  mapHlsError,
  type HlsErrorInfo,
  isTemporaryNetworkError,
  isRecoverableMediaError,
} from '../playback-errors.ts'
import type { PlaybackStreamListener } from './playback-stream-types.ts'

/** How long the player retries and shows a spinner while the network does not respond, in milliseconds. */
const networkTimeoutMs = 45_000

const retryIntervalMs = 3000

/** Before hls.js reports a fatal error, it has already retried the failed operation. */
export function createHlsErrorHandler(
  hls: Hls,
  url: string,
  listener: PlaybackStreamListener,
  recover: () => boolean,
) {
  let since = 0
  // hls.js retries a missing segment for half a minute. If the whole video has been deleted, report the error
  // immediately.
  const checkIfGone = async () => {
    if ((await fetchStatus(url)) !== 404) return
    hls.stopLoad()
    listener.failed('gone')
  }
  hls.on(Hls.Events.FRAG_LOADED, () => (since = 0))
  return (_: Events.ERROR, data: ErrorData) => {
    if (!data.fatal) return data.response?.code === 404 ? void checkIfGone() : undefined
    const failure: HlsErrorInfo = { type: data.type, details: data.details, status: data.response?.code }
    since ||= Date.now()
    if (isTemporaryNetworkError(failure) && Date.now() - since < networkTimeoutMs)
      return void scheduleRetry(hls, url)
    if (isRecoverableMediaError(failure) && recover()) return
    listener.failed(mapHlsError(failure))
  }
}

async function fetchStatus(url: string): Promise<number | undefined> {
  return fetch(url, { cache: 'no-store' }).then(
    ({ status }) => status,
    () => undefined,
  )
}

function scheduleRetry(hls: Hls, url: string) {
  const timer = setTimeout(restart, retryIntervalMs)
  globalThis.addEventListener('online', restart, { once: true })
  hls.once(Hls.Events.DESTROYING, stop)
  function restart() {
    stop()
    hls.off(Hls.Events.DESTROYING, stop)
    if (hls.levels.length) hls.startLoad()
    else hls.loadSource(url)
  }
  function stop() {
    clearTimeout(timer)
    globalThis.removeEventListener('online', restart)
  }
}

/**
 * Restarts a failed decoder, in H.264 if the codec was AV1. If the decoder fails again within 10 s of a restart, the
 * video is considered faulty.
 */
export function createMediaErrorRecovery(hls: Hls) {
  let last = -Infinity
  return () => {
    if (performance.now() - last < 10_000) return false
    last = performance.now()
    abandonAv1(hls)
    hls.recoverMediaError()
    return true
  }
}
