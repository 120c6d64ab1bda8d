import { openNativeStream } from './native-stream.ts'
import { findEarlyStart } from '../early-start/early-start.ts'
import { addPrefetchedSegments, prefetchSegments } from './segment-prefetch.ts'
import type { PlaybackStream, PlaybackStreamListener, StreamStartOptions } from './playback-stream-types.ts'

/**
 * Attaches the video at a URL to a video element. HLS streams use hls.js if the browser supports Media Source
 * Extensions, because only hls.js lets viewers choose a quality. Browsers that also support HLS natively,
 * such as current versions of Chromium, use hls.js too. iPhones play HLS streams natively.
 */
export async function openPlaybackStream(
  video: HTMLVideoElement,
  url: string,
  beginning: StreamStartOptions,
  listener: PlaybackStreamListener,
): Promise<PlaybackStream> {
  if (!isHls(url) || !hasMediaSource()) return openNativeStream(video, url, beginning.startAt)
  prefetchStreamStart(url, beginning.startRendition)
  const { openHlsStream } = await loadHls()
  const early = findEarlyStart(url)
  if (early?.video !== video) return openHlsStream(video, url, beginning, listener)
  // The early start has loaded segments until now. hls.js takes over.
  delete window.earlyStart
  const running = await early.finish()
  addPrefetchedSegments(early.requested)
  return openHlsStream(video, url, { ...beginning, running }, listener)
}

/**
 * Preloads the code for HLS and the start of the stream when the viewer will probably press play, for example
 * on hover.
 */
export function preloadStream(url: string, first: readonly string[]) {
  if (!isHls(url) || !hasMediaSource()) return
  preloadHlsCode()
  prefetchSegments(first)
}

/**
 * Fetches everything that playback needs immediately, including the stream's own URL, in parallel.
 * Prefetching while the page is idle leaves out the stream's own URL, because the response could be outdated
 * when playback starts.
 */
export function prefetchStreamStart(url: string, first: readonly string[]) {
  if (!isHls(url) || !hasMediaSource()) return
  preloadHlsCode()
  prefetchSegments([url, ...first])
}

/** Preloads only the code for HLS. Call this function if it is not known yet which video will play. */
export function preloadHlsCode() {
  // If loading the code for HLS fails, the code is loaded again when it is needed.
  if (hasMediaSource()) loadHls().catch(() => {})
}

let hls: typeof import('./hls-stream.ts') | undefined
/** Caches the HLS module, because `import()` takes time even if the module is already loaded. */
const loadHls = async () => (hls ??= await import('./hls-stream.ts'))
const isHls = (url: string) => /\.m3u8($|[?#])/.test(url)
const hasMediaSource = () => 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis
