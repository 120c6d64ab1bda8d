import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasVideoExtension } from '#contract/limits.ts'
import { type VideoSource, probeVideo } from '#media/probe/probe-video.ts'
import { MediaRejectedError } from '#media/media-rejection.ts'
import type { PipelineComparison } from './processing-pipeline.ts'
import type { SourceClip } from './source-clips.ts'
import type { BenchMetric } from './bench-metrics.ts'
import { median } from '#tests/support/measurements/statistics.ts'

const execute = promisify(execFile)

/**
 * A run of plain ffmpeg that takes less than this many seconds is mostly fixed overhead, so comparing the
 * product with such a run is not meaningful.
 */
export const minMeaningfulFfmpegRunSeconds = 4

/**
 * Loads all videos in a folder, sorted by name. Each video is cut to its first `seconds` seconds without
 * re-encoding. Reports files that are not videos.
 */
export async function loadSourceClips(given: string, folder: string, seconds: number): Promise<SourceClip[]> {
  const benches: SourceClip[] = []
  for (const name of (await readdir(given)).filter(hasVideoExtension).toSorted()) {
    try {
      benches.push(await loadClip(join(given, name), name, join(folder, `cut-${name}`), seconds))
    } catch (error) {
      if (!(error instanceof MediaRejectedError)) throw error
      console.log(`${name}: not measured, rejected with ${error.code}`)
    }
  }
  return benches
}

async function loadClip(path: string, name: string, cut: string, seconds: number): Promise<SourceClip> {
  const source = await probeVideo(path)
  if (source.duration <= seconds + 1) return { name, path, source }
  await execute('ffmpeg', ['-v', 'error', '-t', `${seconds}`, '-i', path, '-map', '0', '-c', 'copy', cut])
  return { name, path: cut, source: await probeVideo(cut) }
}

/** Prints the medians of a clip's measurements on one line. */
export function printPipelineComparison(
  { name, source }: SourceClip,
  pairs: readonly PipelineComparison[],
): void {
  const of = (value: (pair: PipelineComparison) => number) => median(pairs.map(value)).toFixed(2)
  const what = [`${source.duration.toFixed(1)} s`, `${source.width}×${source.height}`, source.codec]
  const cells = [
    source.remuxable ? 'cut' : '240p',
    of((pair) => pair.first),
    of((pair) => pair.first / pair.plainFfmpeg),
    of((pair) => pair.ladder),
    of((pair) => pair.ladder / pair.plainFfmpeg),
    of((pair) => pair.done),
    of((pair) => pair.plainFfmpeg),
  ]
  const small =
    median(pairs.map(({ plainFfmpeg }) => plainFfmpeg)) < minMeaningfulFfmpegRunSeconds ? ' ~' : ''
  console.log(row([name.slice(0, 34), ...what, ...cells]) + small + (needsConversion(source) ? ' +' : ''))
}

/**
 * Returns whether the clip needs deinterlacing or HDR tone mapping. Plain ffmpeg skips deinterlacing and tone
 * mapping, so it processes an interlaced or HDR clip faster than the product but produces unusable output.
 */
function needsConversion({ interlaced, transfer }: VideoSource): boolean {
  return interlaced || transfer !== 'sdr'
}

export function printPipelineComparisonHeader(): void {
  console.log(
    'seconds since the end of the upload; × compares with a plain ffmpeg run of the ladder right after it',
  )
  console.log(`~: the plain run takes under ${minMeaningfulFfmpegRunSeconds} s, so fixed overhead dominates`)
  console.log('+: the product also deinterlaces or converts HDR to SDR, the plain run does not')
  console.log(row(['', 'length', 'size', 'codec', 'by', 'first', '×', 'ladder', '×', 'all', 'plain']))
}

const widths = [34, 7, 10, 9, 5, 6, 5, 7, 5, 7, 7]

function row(cells: readonly string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[i]!))).join(' ')
}

type Measured = readonly { bench: SourceClip; pairs: readonly PipelineComparison[] }[]

/**
 * Returns medians and worst values over all clips. Ratios are computed from the clips whose plain ffmpeg run
 * takes at least four seconds, and the fixed overhead is computed from the shorter clips.
 */
export function computeClipMetrics(measured: Measured): BenchMetric[] {
  const all = measured.flatMap(({ bench, pairs }) => pairs.map((pair) => ({ bench, ...pair })))
  const cut = all.filter(({ bench }) => bench.source.remuxable)
  const long = all.filter(
    ({ bench, plainFfmpeg }) =>
      plainFfmpeg >= minMeaningfulFfmpegRunSeconds && !needsConversion(bench.source),
  )
  const more = all.filter(
    ({ bench, plainFfmpeg }) => plainFfmpeg >= minMeaningfulFfmpegRunSeconds && needsConversion(bench.source),
  )
  const encoded = long.filter(({ bench }) => !bench.source.remuxable)
  const little = all.filter(({ plainFfmpeg }) => plainFfmpeg < minMeaningfulFfmpegRunSeconds)
  return [
    ...medianAndWorst(
      'remuxed: first playable',
      cut.map(({ first }) => first),
      's',
      3,
    ),
    ...medianAndWorst(
      'encoded: first playable ÷ plain',
      encoded.map(({ first, plainFfmpeg }) => first / plainFfmpeg),
      '×',
      0.25,
    ),
    ...medianAndWorst(
      'whole ladder ÷ plain',
      long.map(({ ladder, plainFfmpeg }) => ladder / plainFfmpeg),
      '×',
      1.1,
    ),
    ...medianAndWorst(
      'interlaced or HDR: whole ladder ÷ plain',
      more.map(({ ladder, plainFfmpeg }) => ladder / plainFfmpeg),
      '×',
    ),
    ...medianAndWorst(
      'short: first playable',
      little.map(({ first }) => first),
      's',
    ),
    ...medianAndWorst(
      'short: whole ladder − plain',
      little.map(({ ladder, plainFfmpeg }) => ladder - plainFfmpeg),
      's',
    ),
    ...medianAndWorst(
      'storyboard and other steps after the ladder',
      all.map(({ done, ladder }) => done - ladder),
      's',
    ),
  ]
}

function medianAndWorst(
  what: string,
  values: readonly number[],
  unit: 's' | '×',
  bar?: number,
): BenchMetric[] {
  if (values.length === 0) return []
  const held = bar === undefined ? {} : { bar }
  return [
    { name: `${what}, median of ${values.length}`, value: median(values), unit, ...held },
    { name: `${what}, worst`, value: Math.max(...values), unit, ...held },
  ]
}
