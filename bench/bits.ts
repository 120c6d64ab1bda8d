/*
 * `npm run bench:bits -- FOLDER` encodes the clips of a folder with several encoder settings and compares the bits
 * that they need for the same picture quality (BD-rate) and their CPU time with the settings of November 2026.
 * The folder holds real footage; without it, nothing is measured. `--variants upload,slow,av1` selects the settings,
 * `--clips 8` the number of clips (those with the most pixels), `--seconds 10` the length of each clip, and
 * `--skip WORD` leaves out clips whose name contains the word. Picture quality is SSIM, and also VMAF with
 * `--vmaf FFMPEG`, the path of an ffmpeg that contains libvmaf. BD-rates do not depend on the load of the machine. CPU
 * times do, a little, so the settings of a clip are measured one right after the other.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { median } from '#tests/support/measurements/statistics.ts'
import { printMetrics, type BenchMetric } from './bench-metrics.ts'
import { compareWithBaseline, type EncoderComparison } from './bits/encoder-comparison.ts'
import { encoderVariants, type EncoderVariant } from './bits/encoder-variants.ts'
import type { QualityMeter, QualityMetric } from './bits/picture-quality.ts'
import { printMachineInfo } from './machine-info.ts'
import { loadSourceClips, type SourceClip } from './source-clips.ts'

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    variants: { type: 'string', default: 'upload' },
    clips: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '10' },
    skip: { type: 'string' },
    vmaf: { type: 'string' },
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const given = resolve(positionals[0] ?? join(import.meta.dirname, '../../shared/media'))
if (!existsSync(given)) {
  console.log(`There are no clips in ${given}, so nothing is measured.`)
  process.exit(0)
}

const meters: QualityMeter[] = [{ metric: 'SSIM', ffmpeg: 'ffmpeg' }]
if (asked.vmaf) meters.push({ metric: 'VMAF', ffmpeg: resolve(asked.vmaf) })
const qualityUnits = { SSIM: 'dB', VMAF: 'points' } as const
const folder = await mkdtemp(join(tmpdir(), 'afterbell-bits-'))
try {
  const clips = await selectClips()
  const variants = encoderVariants.filter(({ name }) => asked.variants.split(',').includes(name))
  const comparisons: EncoderComparison[] = []
  printMachineInfo(`, ${clips.length} clips of at most ${asked.seconds} s`)
  for (const clip of clips)
    for (const comparison of await compareWithBaseline(clip, variants, meters, folder)) {
      printComparison(clip, comparison)
      comparisons.push(comparison)
    }
  const missed = printMetrics(variants.flatMap((variant) => toMetrics(variant, comparisons)))
  printMachineInfo()
  console.log(missed === 0 ? 'all thresholds met' : `${missed} thresholds missed`)
  process.exitCode = missed === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function selectClips(): Promise<SourceClip[]> {
  const all = await loadSourceClips(given, folder, Number(asked.seconds))
  const pixels = ({ source }: SourceClip) => source.width * source.height * source.duration
  return all
    .filter(({ name, source }) => source.duration >= 2 && !(asked.skip && name.includes(asked.skip)))
    .toSorted((a, b) => pixels(b) - pixels(a))
    .slice(0, Number(asked.clips))
}

function printComparison({ name, source }: SourceClip, one: EncoderComparison): void {
  const cells = [
    name.slice(0, 34).padEnd(34),
    `${source.width}×${source.height}`.padEnd(9),
    one.variant.name.padEnd(6),
    one.metric,
    `ladder ${formatPercent(one.ladderRate)}`,
    `bytes viewed ${formatPercent(one.viewedBytes)}`,
    `on the site ${formatPercent(one.viewedBytesOnSite)} at ${one.qualityOnSite.toFixed(1)} ${qualityUnits[one.metric]}`,
    `CPU ${one.cpuRatio.toFixed(2)} ×`,
    one.rungRates.map(({ rung, rate }) => `${rung} ${formatPercent(rate)}`).join(' '),
  ]
  console.log(cells.join('  '))
}

function formatPercent(share: number): string {
  return `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)} %`
}

/** Summarizes the comparisons of all clips with a variant, by each metric. */
function toMetrics(variant: EncoderVariant, comparisons: readonly EncoderComparison[]): BenchMetric[] {
  const ofVariant = comparisons.filter((one) => one.variant === variant)
  const metrics = meters.flatMap(({ metric }) =>
    toQualityMetrics(
      variant,
      metric,
      ofVariant.filter((one) => one.metric === metric),
    ),
  )
  const cpu: BenchMetric = {
    name: `${variant.name}: CPU time, median`,
    value: median(ofVariant.map(({ cpuRatio }) => cpuRatio)),
    unit: '×',
    ...(variant.bars.cpu === undefined ? {} : { max: variant.bars.cpu }),
  }
  return [...metrics, cpu]
}

function toQualityMetrics(
  { name, bars }: EncoderVariant,
  metric: QualityMetric,
  list: readonly EncoderComparison[],
): BenchMetric[] {
  const rates = list.flatMap(({ rungRates }) => rungRates.map(({ rate }) => rate))
  const ladders = list.map(({ ladderRate }) => ladderRate)
  const metrics: BenchMetric[] = [
    { name: 'bits, mean over the rungs', value: 100 * mean(rates), unit: '%', max: bars.bits[metric] },
    { name: 'bits, mean over the ladders', value: 100 * mean(ladders), unit: '%' },
    { name: 'bits, worst clip', value: 100 * Math.max(...ladders), unit: '%', max: 1 },
    {
      name: 'bytes per viewed minute at the same quality',
      value: 100 * mean(list.map(({ viewedBytes }) => viewedBytes)),
      unit: '%',
      ...(bars.viewedBytes === undefined ? {} : { max: bars.viewedBytes }),
    },
    {
      name: 'bytes per viewed minute at the quality of the site',
      value: 100 * mean(list.map(({ viewedBytesOnSite }) => viewedBytesOnSite)),
      unit: '%',
    },
    {
      name: 'quality of the site',
      value: mean(list.map(({ qualityOnSite }) => qualityOnSite)),
      unit: qualityUnits[metric],
    },
  ]
  return metrics.map((one) => ({ ...one, name: `${name}, ${metric}: ${one.name}` }))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
