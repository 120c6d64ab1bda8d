import type { PlaybackError } from '../playback-errors.ts'
import type { QualityChoice } from '../quality.ts'

/** A source on a video element, however it got there. */
export type PlaybackStream = {
  choose: (choice: QualityChoice) => void
  /** Looks again which renditions there are, without a break in what is playing. */
  reload: () => Promise<void>
  /** Frames a second of what is showing, if known. */
  frameRate: () => number | undefined
  /** One try to go on after the element failed to decode; false if that was tried a moment ago. */
  recover: () => boolean
  close: () => void
}

/** What a stream has to say. Qualities are short sides. */
export type PlaybackStreamListener = {
  qualities: (heights: number[]) => void
  playing: (height: number) => void
  failed: (error: PlaybackError) => void
}

/** Where a stream begins. */
export type StreamStart = {
  /** Seconds. */
  startAt: number
  /** Addresses that are asked for first after the one of the stream: a rendition's playlist, its header, its first segment. */
  first: readonly string[]
}
