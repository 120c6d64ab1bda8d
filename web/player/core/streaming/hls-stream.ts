import { Hls, type ErrorData, type Events, type HlsConfig } from 'hls.js/light'
import {
  mapHlsError,
  type HlsErrorInfo,
  isTemporaryNetworkError,
  isRecoverableMediaError,
} from '../playback-errors.ts'
import { HlsPrefetchLoader } from './hls-prefetch-loader.ts'
import { addNewHlsLevels } from './hls-level-updates.ts'
import { estimateBandwidth, recordBandwidth } from './bandwidth.ts'
import {
  sortHeightsDescending,
  findLevelAtMost,
  type QualityChoice,
  dataSaverMaxHeight,
  getShortSide,
} from '../quality.ts'
import type { StreamStartOptions, PlaybackStream, PlaybackStreamListener } from './playback-stream-types.ts'

const config: Partial<HlsConfig> = {
  // The worker of hls.js is loaded from a blob: URL, which a strict Content-Security-Policy blocks. fMP4
  // needs no transmuxing anyway.
  enableWorker: false,
  loader: HlsPrefetchLoader,
  capLevelToPlayerSize: true,
  // Loads the first segment while hls.js is still being attached to the element.
  startFragPrefetch: true,
  maxBufferLength: 30,
  // By default, hls.js buffers ten minutes of a small rendition. Such a large buffer wastes mobile data, and
  // access to the video may be revoked.
  maxMaxBufferLength: 60,
  backBufferLength: 30,
}

/** The assumed bandwidth of an unknown connection at the start, in bits per second. */
const defaultBandwidth = 500_000

/** How long to wait for an unresponsive network while showing a spinner, in milliseconds. */
const networkTimeoutMs = 45_000
const retryIntervalMs = 3000

export function openHlsStream(
  video: HTMLVideoElement,
  url: string,
  { startAt, startRendition }: StreamStartOptions,
  listener: PlaybackStreamListener,
): PlaybackStream {
  const abrEwmaDefaultEstimate = estimateBandwidth() ?? defaultBandwidth
  const hls = new Hls({ ...config, abrEwmaDefaultEstimate, startPosition: startAt || -1 })
  const heights = () => hls.levels.map(getShortSide)
  const tellQualities = () => listener.qualities(sortHeightsDescending(heights()))
  hls.on(Hls.Events.MANIFEST_PARSED, tellQualities)
  hls.on(Hls.Events.LEVELS_UPDATED, tellQualities)
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => {
    const height = heights()[level]
    if (height) listener.playing(height)
  })
  const recover = createRecovery(hls)
  hls.on(Hls.Events.FRAG_BUFFERED, () => recordBandwidth(hls.bandwidthEstimate))
  hls.on(Hls.Events.ERROR, createErrorHandler(hls, url, listener, recover))
  hls.loadSource(url)
  hls.attachMedia(video)

  let chosen: QualityChoice = 'auto'
  const choose = (choice: QualityChoice) => {
    // Setting the same quality again would restart loading.
    if (choice === chosen) return
    chosen = choice
    applyQualityChoice(hls, heights(), choice)
  }
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    if (chosen !== 'auto') applyQualityChoice(hls, heights(), chosen)
    if (hls.autoLevelEnabled) setStartLevel(hls, startRendition[0])
  })
  return {
    choose,
    async reload() {
      // Drop the buffered video in the old quality. A short video would otherwise end before the buffer runs
      // out.
      if (!(await addNewHlsLevels(hls, url))) return
      applyQualityChoice(hls, heights(), chosen)
      if (hls.autoLevelEnabled) hls.nextLevel = -1
    },
    frameRate: () => hls.levels[hls.currentLevel]?.frameRate || undefined,
    recover,
    close: () => hls.destroy(),
  }
}

/** Starts with the prefetched rendition. Later levels depend on how fast the first rendition was loaded. */
function setStartLevel(hls: Hls, playlist: string | undefined) {
  const at = hls.levels.findIndex(({ uri }) => playlist && uri === new URL(playlist, location.href).href)
  if (at >= 0) hls.startLevel = at
}

/**
 * Switches the quality as soon as the new one is loaded. Setting `nextLevel` drops buffered video that is not
 * on screen yet.
 */
function applyQualityChoice(hls: Hls, levels: number[], choice: QualityChoice) {
  hls.capLevelToPlayerSize = choice === 'auto'
  hls.autoLevelCapping = choice === 'saver' ? findLevelAtMost(levels, dataSaverMaxHeight) : -1
  const level = typeof choice === 'number' ? findLevelAtMost(levels, choice) : -1
  if (level !== hls.loadLevel || hls.autoLevelEnabled !== level < 0) hls.nextLevel = level
}

/** Handles errors of hls.js. When hls.js reports a fatal error, it has already retried. */
function createErrorHandler(hls: Hls, url: string, listener: PlaybackStreamListener, recover: () => boolean) {
  let since = 0
  // hls.js retries a missing segment for half a minute. If the whole video is gone, waiting is pointless.
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

/** Restarts a failed decoder once. After a second failure within 10 s, the video is considered faulty. */
function createRecovery(hls: Hls) {
  let last = -Infinity
  return () => {
    if (performance.now() - last < 10_000) return false
    last = performance.now()
    hls.recoverMediaError()
    return true
  }
}
