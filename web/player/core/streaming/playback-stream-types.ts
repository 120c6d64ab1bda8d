import type { PlaybackError } from '../playback-errors.ts'
import type { RunningMediaSource } from '../early-start/early-start.ts'
import type { QualityChoice } from '../quality.ts'

/** A video source that is attached to a video element, either by hls.js or natively. */
export type PlaybackStream = {
  choose: (choice: QualityChoice) => void
  /** Checks for new renditions without interrupting playback. */
  reload: () => Promise<void>
  /** Returns the number of frames per second of the current rendition, if known. */
  frameRate: () => number | undefined
  /**
   * Tries to continue playback after a decoding error, or a network error of the browser’s own player. Returns false if recovery was already tried within the
   * last 10 s.
   */
  recover: () => boolean
  close: () => void
}

/**
 * Callbacks for the events of a stream. A quality is identified by the length of the picture's shorter side,
 * in pixels.
 */
export type PlaybackStreamListener = {
  qualities: (heights: number[]) => void
  playing: (height: number) => void
  failed: (error: PlaybackError) => void
}

/** The start position of a stream, and the URLs that the player requests first. */
export type StreamStartOptions = {
  /** The position at which playback starts, in seconds. */
  startAt: number
  /**
   * The URLs that the player requests directly after the stream's own URL: the playlist of a rendition, its
   * initialization section and its first segment.
   */
  startRendition: readonly string[]
  /** The media source that already plays in the video element. */
  running?: RunningMediaSource | null
}
