import type { PlaybackError } from '../playback-errors.ts'
import type { QualityChoice } from '../quality.ts'

/** A video source that is attached to a video element, by hls.js or natively. */
export type PlaybackStream = {
  choose: (choice: QualityChoice) => void
  /** Checks for new renditions without interrupting playback. */
  reload: () => Promise<void>
  /** Returns the frames per second of the current rendition, if known. */
  frameRate: () => number | undefined
  /**
   * Tries to continue after a decoding error. Returns false if recovery was already tried within the last 10
   * s.
   */
  recover: () => boolean
  close: () => void
}

/** The callbacks for events of a stream. Qualities are short sides of the picture in pixels. */
export type PlaybackStreamListener = {
  qualities: (heights: number[]) => void
  playing: (height: number) => void
  failed: (error: PlaybackError) => void
}

/** The position and the first requests with which a stream starts. */
export type StreamStartOptions = {
  /** The start position in seconds. */
  startAt: number
  /**
   * The URLs that the player requests right after the stream's own: a rendition's playlist, its header and
   * its first segment.
   */
  startRendition: readonly string[]
}
