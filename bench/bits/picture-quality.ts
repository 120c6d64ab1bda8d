import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { LadderRung } from '#media/encode/bitrate-ladder.ts'
import { buildVideoFilterChain } from '#media/ffmpeg/video-filters.ts'
import { convertSsimToDecibels } from '#media/idle-encoding/compare-pictures.ts'
import type { SourceClip } from '../source-clips.ts'

const execute = promisify(execFile)

/** Compares every third frame, which saves time. Both videos start at 0, with the same frames. */
const sample = 'settb=AVTB,setpts=PTS-STARTPTS,framestep=3'

export type QualityMetric = 'SSIM' | 'VMAF'

export interface QualityMeter {
  metric: QualityMetric
  /** Measures SSIM with any ffmpeg, and VMAF with one that contains libvmaf. */
  ffmpeg: string
}

/** The frames of a clip with which its encodes are compared. */
export interface Reference {
  path: string
  width: number
  height: number
}

/** Decodes the frames of a clip that are compared, at the frame rate of a rung and the size of the largest rung. */
export async function decodeReference(
  { source, path: input }: SourceClip,
  { fps, frameStep }: LadderRung,
  { width, height }: LadderRung,
  path: string,
): Promise<Reference> {
  const filters = buildVideoFilterChain(source, { width, height, fps: fps * frameStep, frameStep })
  await execute('ffmpeg', [
    ...'-nostdin -v error -y -i'.split(' '),
    input,
    '-filter_complex',
    `[0:${source.video}]${filters},${sample}`,
    ...'-an -c:v rawvideo -fps_mode passthrough -f nut'.split(' '),
    path,
  ])
  return { path, width, height }
}

/**
 * Returns how similar an encoded rung is to the source: the VMAF score, or SSIM of the brightness in decibels
 * (`convertSsimToDecibels`). The rung is enlarged to the size of the largest rung first, so rungs of different sizes
 * can be compared.
 */
export async function measureQuality(
  { metric, ffmpeg }: QualityMeter,
  { path, width, height }: Reference,
  encoded: string,
): Promise<number> {
  const filter = metric === 'VMAF' ? `libvmaf=n_threads=${availableParallelism()}:` : 'ssim='
  const graph = [
    `[0:v]${sample},scale=${width}:${height}:flags=bicubic,setsar=1[encoded]`,
    `[1:v]settb=AVTB,setpts=PTS-STARTPTS,setsar=1[reference]`,
    `[encoded][reference]${filter}shortest=1`,
  ].join(';')
  const { stderr } = await execute(ffmpeg, [
    ...'-nostdin -hide_banner -nostats -i'.split(' '),
    encoded,
    '-i',
    path,
    '-filter_complex',
    graph,
    ...'-f null -'.split(' '),
  ])
  const [, score] = /(?:SSIM Y:|VMAF score: )([\d.]+)/.exec(stderr) ?? []
  if (score === undefined) throw new Error(`ffmpeg printed no ${metric}: ${stderr.slice(-400)}`)
  return metric === 'VMAF' ? Number(score) : convertSsimToDecibels(Number(score))
}
