import { Hls, type ErrorData, type Events, type HlsConfig } from 'hls.js/light'
import { fromHlsFailure, type HlsFailure, mayPass, mayRecover } from './errors.ts'
import { AheadLoader } from './hls-ahead.ts'
import { addLevels } from './hls-grow.ts'
import { knownLine, rememberLine } from './line.ts'
import { descending, levelAtMost, type QualityChoice, saverCap, shortSide } from './quality.ts'
import type { Beginning, Stream, StreamNews } from './stream.ts'

const config: Partial<HlsConfig> = {
  // Its worker comes from a blob:, which a strict content security policy refuses; fMP4 needs no repackaging anyway.
  enableWorker: false,
  loader: AheadLoader,
  capLevelToPlayerSize: true,
  // The first segment comes while the element is still being attached.
  startFragPrefetch: true,
  maxBufferLength: 30,
  // By itself it fetches ten minutes ahead of a small picture: too much of what may end (a right, somebody's data plan).
  maxMaxBufferLength: 60,
  backBufferLength: 30,
}

/** Bits per second to begin with where nothing is known of the line. */
const unknownLine = 500_000

/** How long a network that does not answer is waited for, behind a spinner. */
const patience = 45_000
const retryEvery = 3000

export function openHls(
  video: HTMLVideoElement,
  url: string,
  { startAt, first }: Beginning,
  news: StreamNews,
): Stream {
  const abrEwmaDefaultEstimate = knownLine() ?? unknownLine
  const hls = new Hls({ ...config, abrEwmaDefaultEstimate, startPosition: startAt || -1 })
  const heights = () => hls.levels.map(shortSide)
  const tellQualities = () => news.qualities(descending(heights()))
  hls.on(Hls.Events.MANIFEST_PARSED, tellQualities)
  hls.on(Hls.Events.LEVELS_UPDATED, tellQualities)
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => {
    const height = heights()[level]
    if (height) news.playing(height)
  })
  const recover = recoverOnce(hls)
  hls.on(Hls.Events.FRAG_BUFFERED, () => rememberLine(hls.bandwidthEstimate))
  hls.on(Hls.Events.ERROR, onFailure(hls, url, news, recover))
  hls.loadSource(url)
  hls.attachMedia(video)

  let chosen: QualityChoice = 'auto'
  const choose = (choice: QualityChoice) => {
    // Said again it would begin anew with another quality than what is on its way.
    if (choice === chosen) return
    chosen = choice
    apply(hls, heights(), choice)
  }
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    if (chosen !== 'auto') apply(hls, heights(), chosen)
    if (hls.autoLevelEnabled) beginWith(hls, first[0])
  })
  return {
    choose,
    async reload() {
      // What is buffered ahead in the old quality makes room at once: a short clip would be over before it ran out.
      if (!(await addLevels(hls, url))) return
      apply(hls, heights(), chosen)
      if (hls.autoLevelEnabled) hls.nextLevel = -1
    },
    frameRate: () => hls.levels[hls.currentLevel]?.frameRate || undefined,
    recover,
    close: () => hls.destroy(),
  }
}

/** The rendition of which the beginning was fetched ahead; what follows is chosen by how fast that came. */
function beginWith(hls: Hls, playlist: string | undefined) {
  const at = hls.levels.findIndex(({ uri }) => playlist && uri === new URL(playlist, location.href).href)
  if (at >= 0) hls.startLevel = at
}

/** A new height shows as soon as it is there (`nextLevel` drops what is buffered ahead, not what is on screen). */
function apply(hls: Hls, levels: number[], choice: QualityChoice) {
  hls.capLevelToPlayerSize = choice === 'auto'
  hls.autoLevelCapping = choice === 'saver' ? levelAtMost(levels, saverCap) : -1
  const level = typeof choice === 'number' ? levelAtMost(levels, choice) : -1
  if (level !== hls.loadLevel || hls.autoLevelEnabled !== level < 0) hls.nextLevel = level
}

/** hls.js has already tried again by itself when it calls an error fatal. */
function onFailure(hls: Hls, url: string, news: StreamNews, recover: () => boolean) {
  let since = 0
  // hls.js goes on asking for a missing piece for half a minute. Where the whole video is missing there is nothing to wait for.
  const seeWhetherGone = async () => {
    if ((await statusOf(url)) !== 404) return
    hls.stopLoad()
    news.failed('gone')
  }
  hls.on(Hls.Events.FRAG_LOADED, () => (since = 0))
  return (_: Events.ERROR, data: ErrorData) => {
    if (!data.fatal) return data.response?.code === 404 ? void seeWhetherGone() : undefined
    const failure: HlsFailure = { type: data.type, details: data.details, status: data.response?.code }
    since ||= Date.now()
    if (mayPass(failure) && Date.now() - since < patience) return void tryAgainSoon(hls, url)
    if (mayRecover(failure) && recover()) return
    news.failed(fromHlsFailure(failure))
  }
}

async function statusOf(url: string): Promise<number | undefined> {
  return fetch(url, { cache: 'no-store' }).then(
    ({ status }) => status,
    () => undefined,
  )
}

function tryAgainSoon(hls: Hls, url: string) {
  const timer = setTimeout(again, retryEvery)
  globalThis.addEventListener('online', again, { once: true })
  hls.once(Hls.Events.DESTROYING, stop)
  function again() {
    stop()
    hls.off(Hls.Events.DESTROYING, stop)
    if (hls.levels.length) hls.startLoad()
    else hls.loadSource(url)
  }
  function stop() {
    clearTimeout(timer)
    globalThis.removeEventListener('online', again)
  }
}

/** A decoder that failed gets one new start; failing again within 10 s it is the video's fault. */
function recoverOnce(hls: Hls) {
  let last = -Infinity
  return () => {
    if (performance.now() - last < 10_000) return false
    last = performance.now()
    hls.recoverMediaError()
    return true
  }
}
