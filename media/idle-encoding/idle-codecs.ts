import { buildBitrateLadder, type LadderRung } from '../encode/bitrate-ladder.ts'
import { ffmpegOptions } from '../ffmpeg/ffmpeg-options.ts'
import type { EncoderOptions } from '../pieces/piece-commands.ts'
import type { VideoSource } from '../probe/probe-video.ts'

/**
 * How a video is re-encoded while the machine is idle. `av1` adds a second codec group to the master playlist. `h264`
 * replaces the H.264 renditions with smaller ones that took longer to encode.
 */
export type IdleCodec = 'av1' | 'h264'

/** Only rungs whose short side is in this range, in pixels, are worth the work. */
const smallestSide = 360
const largestSide = 1080

/** Pieces start to decode at the preceding keyframe, so keyframes must not be further apart than this. */
const maxKeyframeGapSeconds = 30

/**
 * Returns whether a video can be re-encoded. Containers other than MP4 and Matroska do not say where the keyframes are,
 * and small videos are not worth the work.
 */
export function canEncodeAgain(
  source: Pick<VideoSource, 'width' | 'height' | 'demuxer' | 'keyframeGap'>,
): boolean {
  return (
    Math.min(source.width, source.height) >= smallestSide &&
    ['mov', 'matroska'].includes(source.demuxer) &&
    source.keyframeGap <= maxKeyframeGapSeconds
  )
}

/** The CRF of each rung, by the name of the rung. Rungs that are missing have the default CRF. */
export type RungCrfs = Readonly<Record<string, number>>

/**
 * Returns the rungs to encode, smallest first, with their CRF for the codec. hls.js does not switch between codecs on
 * its own, so the AV1 group also contains the smallest rungs. Without them, viewers whose connection becomes slow would
 * stall. Together, these rungs take about 4% of the work.
 */
export function listIdleRungs(
  source: Pick<VideoSource, 'width' | 'height' | 'fps'>,
  codec: IdleCodec,
  crfs: RungCrfs = {},
): LadderRung[] {
  const rungs = listFirstPassRungs(source, codec)
  return rungs.map((rung) => ({
    ...rung,
    crf: crfs[rung.name] ?? (codec === 'av1' ? getAv1Crf(rung) : x264SlowCrf),
  }))
}

/** Returns the same rungs with the settings of the initial encoding. */
export function listFirstPassRungs(
  source: Pick<VideoSource, 'width' | 'height' | 'fps'>,
  codec: IdleCodec,
): LadderRung[] {
  return buildBitrateLadder(source).filter(({ width, height }) => {
    const side = Math.min(width, height)
    return side <= largestSide && (codec === 'av1' || side >= smallestSide)
  })
}

/** Returns the function that configures the encoder of a rung. */
export function getIdleEncoderOptions(codec: IdleCodec): EncoderOptions {
  const options = codec === 'av1' ? svtAv1Options : x264SlowOptions
  return (rung, keyframes, threads) => ffmpegOptions(options(rung, keyframes, threads))
}

function x264SlowOptions(
  { crf, maxrate, bufsize }: LadderRung,
  keyframes: readonly number[],
  threads: number,
) {
  return {
    'c:v': 'libx264',
    'preset:v': 'slow',
    'aq-strength:v': 0.8,
    // With more threads, the encoder would search less far for motion. All rungs are encoded at the same time.
    'threads:v': Math.min(threads, 2),
    'profile:v': 'high',
    'crf:v': crf,
    'maxrate:v': maxrate,
    'bufsize:v': bufsize,
    'force_key_frames:v': `expr:${keyframes.map((frame) => `eq(n,${frame})`).join('+')}`,
    'sc_threshold:v': 0,
    'g:v': 600,
  }
}

/**
 * The default CRF of AV1 by the number of pixels, for videos that are too short for trial encodes. With animation, the
 * pictures are then about as similar to the source (SSIM) as those of the H.264 ladder, and with camera recordings more.
 */
function getAv1Crf({ width, height }: LadderRung): number {
  const pixels = width * height
  if (pixels <= 854 * 480) return 34
  return pixels <= 1280 * 720 ? 31 : 30
}

/** The default CRF of slow H.264. With the CRF of the first pass, the files would be larger and the pictures better. */
const x264SlowCrf = 25

/** AV1 needs about half the bits of H.264 for the same picture. */
const av1Maxrate = 0.6

// ffmpeg 5.1 does not pass forced keyframes to SVT-AV1, which can only place keyframes at regular intervals
// (see `planIdlePieces`).
function svtAv1Options(rung: LadderRung, keyframes: readonly number[]) {
  return {
    'c:v': 'libsvtav1',
    'preset:v': 10,
    'crf:v': rung.crf,
    'maxrate:v': Math.round(rung.maxrate * av1Maxrate),
    'g:v': keyframes[1] ?? 600,
  }
}
