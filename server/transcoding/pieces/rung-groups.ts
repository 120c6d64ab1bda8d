import { buildBitrateLadder, type LadderRung } from '#media/encode/bitrate-ladder.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import { config } from '#server/platform/config.ts'
import { maxTranscodeAttempts, type TranscodeAttempt } from '../transcode-attempt.ts'

/** The groups of rungs, in the order in which they are published. */
export type RungGroup = 'low' | 'high'

/** Videos with at least this many pieces are encoded in pieces. */
const minPieces = 10

/** Pieces start to decode at the preceding keyframe, so keyframes must not be further apart than this. */
const maxKeyframeGapSeconds = 30

/**
 * Returns whether the ladder of this video is encoded in pieces. Other containers do not say where the
 * keyframes are. The last attempt encodes the whole ladder in one run, in case that pieces were the problem.
 */
export function shouldEncodeInPieces(run: TranscodeAttempt, source: VideoSource, firstName: string): boolean {
  return (
    source.duration >= minPieces * config.pieceSeconds &&
    ['mov', 'matroska'].includes(source.demuxer) &&
    source.keyframeGap <= maxKeyframeGapSeconds &&
    run.tries < maxTranscodeAttempts &&
    buildBitrateLadder(source).some(({ name }) => name !== firstName)
  )
}

/**
 * Divides the rungs into the group that is published first (up to 480p) and the other rungs. The rung of the
 * first rendition is left out, because it has already been published.
 */
export function groupRungs(source: VideoSource, firstName: string): Map<RungGroup, LadderRung[]> {
  const rungs = buildBitrateLadder(source).filter(({ name }) => name !== firstName)
  const groups = Map.groupBy(rungs, ({ width, height }) => (Math.min(width, height) <= 480 ? 'low' : 'high'))
  return groups as Map<RungGroup, LadderRung[]>
}

/** Returns the rungs with these names. */
export function findRungs(source: VideoSource, names: readonly string[]): LadderRung[] {
  return buildBitrateLadder(source).filter(({ name }) => names.includes(name))
}
