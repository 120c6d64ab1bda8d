import { getMaxOutputFrameRate } from '../encode/bitrate-ladder.ts'
import { hlsSegmentSeconds, maxExcessSeconds } from '../encode/encode-commands.ts'
import { formatFrameRate } from '../probe/packet-timing.ts'
import type { VideoSource } from '../probe/probe-video.ts'

/**
 * A part of a video that is encoded on its own. A piece begins and ends at segment boundaries of the whole
 * video, so joined pieces have the same frames and segments as a video that was encoded in one run.
 */
export type Piece = {
  /** The number of the piece's first segment, counted from 0 at the beginning of the video. */
  firstSegment: number
  /** The number of segments. Null if the piece extends to the end of the video. */
  segments: number | null
}

/** The frames of a piece at the highest frame rate of the ladder (`getMaxOutputFrameRate`). */
export type PieceFrames = {
  /** The number of the first frame, counted from 0 at the beginning of the video. */
  first: number
  /** The number of frames. The last piece of a video may have fewer frames than this. */
  frames: number
  /** The frames that begin a segment, counted from 0 at the beginning of the piece. */
  keyframes: number[]
}

type Timing = Pick<VideoSource, 'fps' | 'duration'>

/** The duration of a piece in segments of 4 s. */
const segmentsPerPiece = 15

/**
 * Divides a video into pieces of about a minute. The last piece is between half a minute and a minute and a
 * half long, because an encoder cannot reorder frames in a piece of one or two frames.
 */
export function planPieces(source: Timing, segments: number = segmentsPerPiece): Piece[] {
  const count = Math.max(1, Math.round(source.duration / (segments * hlsSegmentSeconds)))
  return Array.from({ length: count }, (_, i) => ({
    firstSegment: i * segments,
    segments: i === count - 1 ? null : segments,
  }))
}

/** Returns the frames of a piece. */
export function getPieceFrames(source: Timing, { firstSegment, segments }: Piece): PieceFrames {
  const first = getSegmentStart(source, firstSegment)
  const end = segments === null ? maxFrames(source) : getSegmentStart(source, firstSegment + segments)
  const keyframes: number[] = []
  for (let segment = firstSegment; getSegmentStart(source, segment) < end; segment += 1)
    keyframes.push(getSegmentStart(source, segment) - first)
  return { first, frames: end - first, keyframes }
}

/**
 * Returns the number of the frame that begins a segment. ffmpeg decides with floating-point numbers which
 * frames become keyframes (see `x264Options`), and this calculation has to round like ffmpeg.
 */
function getSegmentStart(source: Timing, segment: number): number {
  const [numerator, denominator] = getFrameRateFraction(source)
  const secondsPerFrame = denominator / numerator
  // Segments must begin at frames that also exist at half the frame rate.
  const step = numerator / denominator > 31 ? 2 : 1
  const seconds = segment * hlsSegmentSeconds
  let frame = step * Math.max(0, Math.floor(seconds / secondsPerFrame / step) - 1)
  while (frame * secondsPerFrame < seconds) frame += step
  return frame
}

function maxFrames(source: Timing): number {
  const [numerator, denominator] = getFrameRateFraction(source)
  return Math.ceil(((source.duration + maxExcessSeconds) * numerator) / denominator)
}

/** Returns the numerator and denominator of the ladder's highest frame rate. */
function getFrameRateFraction(source: Timing): [number, number] {
  const rate = formatFrameRate(getMaxOutputFrameRate(source))
  const [numerator = 0, denominator] = rate.split('/').map(Number)
  return denominator === undefined ? [numerator * 1000, 1000] : [numerator, denominator]
}
