import type { InitialRendition } from '../streaming/bandwidth.ts'
import type { PrefetchedSegment } from '../streaming/segment-prefetch.ts'

/** What the page needs to know to start a video without the player's code. */
export interface EarlyStartPlan {
  /** The URL of the master playlist. */
  src: string
  /** The length of the video and the position at which it starts, in seconds. */
  duration: number
  startAt: number
  /** The factor that reduces the volume of a loud video. */
  gain: number
  /** The key under which the browser stores playback positions, and the id of the video. */
  positions: { key: string; id: string }
  renditions: readonly InitialRendition[]
}

/** Functions whose source text the page contains, so that the early start does not have to wait for a script file. */
export type InlinedFunctions = Pick<
  typeof import('../streaming/bandwidth.ts'),
  'chooseInitialRendition' | 'estimatePageBandwidth' | 'measureBandwidth'
>

/** A media source that has been playing without hls.js, and that hls.js can continue. */
export interface RunningMediaSource {
  mediaSource: MediaSource
  buffer: SourceBuffer
  codecs: string
  /** The initialization section. */
  init: ArrayBuffer
  /** The end of the last buffered segment, in seconds. */
  end: number
}

/** A video that the page can start, or has started, before the player's code has loaded. */
export interface EarlyStart {
  src: string
  /** When the viewer pressed Play and when the first frame was shown, as `performance.now()`. */
  pressedAt: number | null
  startedAt: number | null
  hasFailed: boolean
  /** The element that plays the video. */
  video: HTMLVideoElement | undefined
  /**
   * Returns the URLs that the player requests first for the chosen rendition: only its playlist, or if the early start
   * has failed, also the initialization section and the first segment.
   */
  toLoad(): readonly string[]
  /** Requested files that have not been played, and the initialization section, by URL. */
  requested: Map<string, Promise<PrefetchedSegment | null>>
  /** Resolves when the page may load more code without delaying a video that has been started. */
  waitForBandwidth(): Promise<void>
  /**
   * Resolves when the page may run its scripts. On a slow connection, the scripts are downloaded first. The download is
   * cancelled when the viewer presses Play, because the video would otherwise get only a share of the bandwidth.
   */
  downloadScripts(urls: readonly string[]): Promise<void>
  /** Stops requesting segments. Returns what hls.js can continue, or null if nothing has been buffered. */
  finish(): Promise<RunningMediaSource | null>
}

declare global {
  interface Window {
    /** Exists if the server rendered this page with a video that can start early, until hls.js takes over. */
    earlyStart?: EarlyStart | undefined
  }
}

/** Returns the early start of this video if the viewer has pressed Play before the player's code has loaded. */
export function findEarlyStart(src: string): EarlyStart | undefined {
  const early = globalThis.window?.earlyStart
  return early?.src === src && early.video ? early : undefined
}
