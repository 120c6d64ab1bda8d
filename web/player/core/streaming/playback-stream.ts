import { prefetchSegments } from './segment-prefetch.ts'
import type { PlaybackStream, PlaybackStreamListener, StreamStart } from './playback-stream-types.ts'

/** Opens an address on the element. HLS goes through hls.js wherever Media Source Extensions exist, even if the browser
 *  claims native HLS (Chromium now does), because only then can a quality be chosen; iPhones play it by themselves. */
export async function openPlaybackStream(
  video: HTMLVideoElement,
  url: string,
  beginning: StreamStart,
  news: PlaybackStreamListener,
): Promise<PlaybackStream> {
  if (!isHls(url) || !hasMediaSource()) return openNative(video, url, beginning.startAt)
  fetchStreamStart(url, beginning.first)
  const { openHlsStream } = await loadHls()
  return openHlsStream(video, url, beginning, news)
}

/** Fetches the code for HLS, and what it will ask for, ahead of a press that is likely: someone points at the player. */
export function preloadStream(url: string, first: readonly string[]) {
  if (!isHls(url) || !hasMediaSource()) return
  preloadHlsCode()
  prefetchSegments(first)
}

/** All at once, where the stream is wanted now. Its own address only here: what it answers must not be old. */
export function fetchStreamStart(url: string, first: readonly string[]) {
  if (!isHls(url) || !hasMediaSource()) return
  preloadHlsCode()
  prefetchSegments([url, ...first])
}

/** The code alone, before it is known which film it will be for. */
export function preloadHlsCode() {
  // Failing, it is asked for again when it is needed.
  if (hasMediaSource()) loadHls().catch(() => {})
}

let hls: typeof import('./hls-stream.ts') | undefined
/** Kept, because a browser takes its time over an import even of what is there. */
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
