import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildScaleGraph, ffmpegLogOptions } from '../encode/encode-commands.ts'
import { throwIfFfmpegFailed } from '../ffmpeg/ffmpeg-failures.ts'
import { ffmpegOptions } from '../ffmpeg/ffmpeg-options.ts'
import { buildFfmpegFileInputOptions } from '../ffmpeg/input-options.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import type { FrameRange } from '../ffmpeg/video-filters.ts'
import type { PieceJob } from '../pieces/encode-piece.ts'
import { buildPieceInputOptions } from '../pieces/piece-commands.ts'

/** The frames of both videos are numbered, because their timestamps are rounded differently. */
const numberFrames = 'settb=1/1000,setpts=N'

/**
 * Compares encoded frames of a video with the source, and returns how similar they are: SSIM of the brightness in
 * decibels (`convertSsimToDecibels`), by the name of the rung and in the order of `encodes`. `encodes` are folders in
 * `job.out` that contain `<name>.mp4` for each rung, with exactly the frames of the range.
 */
export async function comparePictures(
  job: Omit<PieceJob, 'onProgress' | 'encoderOptions'>,
  range: FrameRange,
  encodes: readonly string[],
): Promise<Map<string, number[]>> {
  const { source, input, out, rungs, signal, nice } = job
  const descending = rungs.toSorted((a, b) => b.height - a.height)
  const pairs = descending.flatMap(({ name }, rung) =>
    encodes.map((encode, nth) => ({
      name,
      file: join(encode, `${name}.mp4`),
      reference: `[r${rung}_${nth}]`,
    })),
  )
  const references = descending.map(({ name }, rung) => {
    const copies = pairs.filter((pair) => pair.name === name).map(({ reference }) => reference)
    return `[v${rung}]${numberFrames},split=${copies.length}${copies.join('')}`
  })
  const comparisons = pairs.map(
    ({ reference }, i) =>
      `[${i + 1}:v]${numberFrames}[e${i}];[e${i}]${reference}ssim=stats_file=${getLogName(i)}[c${i}]`,
  )
  const graph = [buildScaleGraph(source, descending, range), ...references, ...comparisons]
  const args = [
    ...ffmpegLogOptions,
    ...buildPieceInputOptions(source, resolve(input), range.first),
    ...pairs.flatMap(({ file }) => buildFfmpegFileInputOptions('mov', file)),
    ...ffmpegOptions({ filter_complex: graph.join(';') }),
    ...pairs.flatMap((_, i) => ['-map', `[c${i}]`, '-f', 'null', '-']),
  ]
  const limits = { cpuSeconds: 600 + source.duration, memory: 12 * 1024 ** 3, stallTimeoutSeconds: 300 }
  throwIfFfmpegFailed(
    await runFfmpeg({ tool: 'ffmpeg', args, input, folder: out, signal, nice, ...limits }),
    'comparing',
    signal,
  )
  const qualities = new Map<string, number[]>(rungs.map(({ name }) => [name, []]))
  for (const [i, { name }] of pairs.entries())
    qualities.get(name)!.push(convertSsimToDecibels(await readMeanSsim(join(out, getLogName(i)))))
  return qualities
}

function getLogName(i: number): string {
  return `ssim-${i}.log`
}

/** Reads the log of ffmpeg's ssim filter. Each frame has a line, such as `n:1 Y:0.97 U:0.99 V:0.99 All:0.98 (17.2)`. */
async function readMeanSsim(path: string): Promise<number> {
  const values = [...(await readFile(path, 'utf8')).matchAll(/ Y:([\d.]+)/g)].map(([, value]) =>
    Number(value),
  )
  if (values.length === 0) throw new Error('ffmpeg compared no frames')
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Returns −10 log₁₀(1 − SSIM). Identical pictures have 60 dB. */
export function convertSsimToDecibels(ssim: number): number {
  return -10 * Math.log10(Math.max(1e-6, 1 - ssim))
}
