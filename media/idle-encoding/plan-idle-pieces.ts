import { hlsSegmentSeconds } from '../encode/encode-commands.ts'
import { getPieceFrames, type Piece, planPieces } from '../pieces/plan-pieces.ts'
import type { VideoSource } from '../probe/probe-video.ts'
import type { IdleCodec } from './idle-codecs.ts'

type Timing = Pick<VideoSource, 'fps' | 'duration'>

/** The maximum duration of an AV1 piece in segments. An interruption loses the work on one piece. */
const maxSegments = 15

/** The last piece must not be empty if the video ends a little earlier than its container says. */
const minLastPieceSeconds = 2 * hlsSegmentSeconds

/** Divides a video into the pieces that are encoded one after another. */
export function planIdlePieces(source: Timing, codec: IdleCodec): Piece[] {
  return codec === 'h264' ? planPieces(source) : planUniformPieces(source)
}

/**
 * Divides a video into pieces whose segments all have the same number of frames, except that the last segment
 * of a piece may be shorter. With 29.97 fps, for example, a segment has 120 frames and every eighth or ninth has
 * 119. An encoder that can only place keyframes at regular intervals then begins its segments at the same
 * frames as the H.264 renditions. Only in the last 8 s can they begin one frame later, because the last piece must
 * not be too short.
 */
function planUniformPieces(source: Timing): Piece[] {
  const count = Math.ceil(source.duration / hlsSegmentSeconds)
  const countFrames = (segment: number) =>
    getPieceFrames(source, { firstSegment: segment, segments: 1 }).frames
  const starts: number[] = []
  for (let segment = 0; segment < count;) {
    starts.push(segment)
    const frames = countFrames(segment)
    const end = Math.min(count, segment + maxSegments)
    do segment += 1
    while (segment < end && countFrames(segment) === frames)
    // A shorter segment can end the piece.
    if (segment < end && countFrames(segment) < frames) segment += 1
  }
  const isTooShort = (start: number) => source.duration - start * hlsSegmentSeconds < minLastPieceSeconds
  while (starts.length > 1 && isTooShort(starts.at(-1)!)) starts.pop()
  return starts.map((start, i) => ({
    firstSegment: start,
    segments: i === starts.length - 1 ? null : starts[i + 1]! - start,
  }))
}
