import { execFile } from 'node:child_process'
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

/**
 * Returns how similar an encoded rung is to the source: the VMAF score, or SSIM of the brightness in decibels
 * (`convertSsimToDecibels`). The rung is enlarged to `size` first, so rungs of different sizes can be compared.
 */
export async function measureQuality(
  { metric, ffmpeg }: QualityMeter,
  clip: SourceClip,
  rung: LadderRung,
  encoded: string,
  size: { width: number; height: number },
): Promise<number> {
  const { width, height } = size
  const reference = buildVideoFilterChain(clip.source, {
    width,
    height,
    fps: rung.fps * rung.frameStep,
    frameStep: rung.frameStep,
  })
  const graph = [
    `[0:v]${sample},scale=${width}:${height}:flags=bicubic,setsar=1[encoded]`,
    `[1:${clip.source.video}]${reference},${sample}[reference]`,
    `[encoded][reference]${metric === 'VMAF' ? 'libvmaf' : 'ssim'}=shortest=1`,
  ].join(';')
  const { stderr } = await execute(ffmpeg, [
    ...'-nostdin -hide_banner -nostats -i'.split(' '),
    encoded,
    '-i',
    clip.path,
    '-filter_complex',
    graph,
    ...'-f null -'.split(' '),
  ])
  const [, score] = /(?:SSIM Y:|VMAF score: )([\d.]+)/.exec(stderr) ?? []
  if (score === undefined) throw new Error(`ffmpeg printed no ${metric}: ${stderr.slice(-400)}`)
  return metric === 'VMAF' ? Number(score) : convertSsimToDecibels(Number(score))
}
