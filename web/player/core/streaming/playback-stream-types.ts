import type { PlaybackError } from '../playback-errors.ts'
import type { QualityChoice } from '../quality.ts'

/** A source attached to a video element, by hls.js or natively. */
export type PlaybackStream = {
  choose: (choice: QualityChoice) => void
  /** Checks for new renditions without interrupting playback. */
  reload: () => Promise<void>
  /** Frames per second of the current rendition, if known. */
  frameRate: () => number | undefined
  /** Tries once to continue after a decoding error; false if that was already tried a moment ago. */
  recover: () => boolean
  close: () => void
}

/** Events of a stream. Qualities are given as the short side of the picture. */
export type PlaybackStreamListener = {
  qualities: (heights: number[]) => void
  playing: (height: number) => void
  failed: (error: PlaybackError) => void
}

/** Where and how a stream starts. */
export type StreamStart = {
  /** Seconds. */
  startAt: number
  /** URLs requested right after the stream's own: a rendition's playlist, its header, its first segment. */
  first: readonly string[]
}
