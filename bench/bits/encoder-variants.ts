import type { LadderRung } from '#media/encode/bitrate-ladder.ts'
import { hlsSegmentSeconds, x264Options } from '#media/encode/encode-commands.ts'
import { ffmpegOptions } from '#media/ffmpeg/ffmpeg-options.ts'
import { getIdleEncoderOptions, type IdleCodec } from '#media/idle-encoding/idle-codecs.ts'
import type { QualityMetric } from './picture-quality.ts'

/** Encoder settings to measure. */
export interface EncoderVariant {
  name: string
  /** Returns the encoder options of a rung. `stream` is the stream specifier, such as `:v:0`. */
  options(rung: LadderRung, threads: number, stream: string): string[]
  /** The CRF of all rungs. By default, the CRF that the site uses. */
  crf?: number
  /** The codec of idle encoding, which chooses the CRF of each rung for each video. */
  idleCodec?: IdleCodec
  /** The difference between the CRFs of the three encodes that make a curve. The site uses the one in the middle. */
  crfStep: number
  bars: {
    /** The highest BD-rate against the baseline, in percent, for each metric of picture quality. */
    bits: Record<QualityMetric, number>
    /** The highest CPU time, as a multiple of the baseline. */
    cpu?: number
    /** The highest change of the bytes per viewed minute, in percent. */
    viewedBytes?: number
  }
}

/** The settings of November 2026, with which all other settings are compared. */
export const baseline: Omit<EncoderVariant, 'bars'> = {
  name: 'baseline',
  options: (rung, _threads, stream) => simpleX264Options(rung, stream),
  crf: 23,
  crfStep: 4,
}

export const encoderVariants: readonly EncoderVariant[] = [
  {
    name: 'upload',
    options: x264Options,
    crfStep: 4,
    bars: { bits: { SSIM: -4.5, VMAF: -12 }, cpu: 1.05 },
  },
  {
    name: 'slow',
    options: (rung, threads) => getIdleEncoderOptions('h264')(rung, listKeyframes(rung), threads),
    idleCodec: 'h264',
    crfStep: 4,
    bars: { bits: { SSIM: -17, VMAF: -25 } },
  },
  {
    name: 'av1',
    options: (rung, _threads, stream) => [
      ...ffmpegOptions({
        [`c${stream}`]: 'libsvtav1',
        [`preset${stream}`]: 10,
        [`crf${stream}`]: rung.crf,
        [`g${stream}`]: Math.round(hlsSegmentSeconds * rung.fps),
      }),
    ],
    idleCodec: 'av1',
    crfStep: 8,
    bars: { bits: { SSIM: -40, VMAF: -45 }, viewedBytes: -30 },
  },
]

/** Returns the first frames of the segments of the first 100 s. ffmpeg rejects expressions with too many terms. */
function listKeyframes({ fps }: LadderRung): number[] {
  return Array.from({ length: 25 }, (_, nth) => Math.ceil(nth * hlsSegmentSeconds * fps))
}

function simpleX264Options(rung: LadderRung, stream: string): string[] {
  return ffmpegOptions({
    [`c${stream}`]: 'libx264',
    [`preset${stream}`]: 'veryfast',
    [`profile${stream}`]: 'high',
    [`crf${stream}`]: rung.crf,
    [`maxrate${stream}`]: rung.maxrate,
    [`bufsize${stream}`]: rung.bufsize,
    [`force_key_frames${stream}`]: `expr:gte(t,n_forced*${hlsSegmentSeconds})`,
    [`sc_threshold${stream}`]: 0,
    [`g${stream}`]: 600,
  })
}
