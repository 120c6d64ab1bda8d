import { prefetchSegments } from './segment-prefetch.ts'
import type { PlaybackStream, PlaybackStreamListener, StreamStart } from './playback-stream-types.ts'

/**
 * Attaches a URL to the element. HLS uses hls.js wherever Media Source Extensions exist, even if the
 * browser claims native support (Chromium now does), because only hls.js lets viewers choose a
 * quality; iPhones play HLS natively.
 */
export async function openPlaybackStream(
  video: HTMLVideoElement,
  url: string,
  beginning: StreamStart,
  listener: PlaybackStreamListener,
): Promise<PlaybackStream> {
  if (!isHls(url) || !hasMediaSource()) return openNative(video, url, beginning.startAt)
  fetchStreamStart(url, beginning.first)
  const { openHlsStream } = await loadHls()
  return openHlsStream(video, url, beginning, listener)
}

/**
 * Preloads the HLS code and the start of the stream when a press is likely, for example
 * when someone points at the player.
 */
export function preloadStream(url: string, first: readonly string[]) {
  if (!isHls(url) || !hasMediaSource()) return
  preloadHlsCode()
  prefetchSegments(first)
}

/**
 * Fetches everything in parallel for immediate playback. The stream's own URL is fetched only here, because
 * its response must be fresh.
 */
export function fetchStreamStart(url: string, first: readonly string[]) {
  if (!isHls(url) || !hasMediaSource()) return
  preloadHlsCode()
  prefetchSegments([url, ...first])
}

/** Preloads the code only, before it is known which video will play. */
export function preloadHlsCode() {
  // A failed load is retried when the code is needed.
  if (hasMediaSource()) loadHls().catch(() => {})
}

let hls: typeof import('./hls-stream.ts') | undefined
/** Cached, because `import` takes time even for a loaded module. */
const loadHls = async () => (hls ??= await import('./hls-stream.ts'))
const isHls = (url: string) => /\.m3u8($|[?#])/.test(url)
const hasMediaSource = () => 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis

function openNative(video: HTMLVideoElement, url: string, startAt: number): PlaybackStream {
  video.src = url
  if (startAt) video.currentTime = startAt
  return {
    choose: () => {},
    reload: async () => {},
    frameRate: () => undefined,
    recover: () => false,
    close: () => {
      video.removeAttribute('src')
      video.load()
    },
  }
}
