import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildBitrateLadder, type LadderRung } from '#media/encode/bitrate-ladder.ts'
import { buildScaleGraph } from '#media/encode/encode-commands.ts'
import { allocateEncoderThreads } from '#media/encode/encoder-threads.ts'
import { listIdleRungs } from '#media/idle-encoding/idle-codecs.ts'
import { chooseRungCrfs } from '#media/idle-encoding/trial-encodes.ts'
import type { SourceClip } from '../source-clips.ts'
import { bitrateAtQuality, computeBdRate, type RatePoint } from './bd-rate.ts'
import { baseline, type EncoderVariant } from './encoder-variants.ts'
import {
  decodeReference,
  measureQuality,
  type QualityMeter,
  type QualityMetric,
  type Reference,
} from './picture-quality.ts'

const execute = promisify(execFile)

/** How encoder settings compare with the baseline by one metric. Rates are shares: −0.1 means 10% fewer bits. */
export interface EncoderComparison {
  variant: EncoderVariant
  metric: QualityMetric
  rungRates: { rung: string; rate: number }[]
  /** The BD-rate of the best points of all rungs. */
  ladderRate: number
  /** The change of the bytes of a viewed minute at the quality of the baseline. */
  viewedBytes: number
  /** The same for the quality that the site chooses for this video. */
  viewedBytesOnSite: number
  /** How much the quality of the viewed rungs on the site differs from the baseline. */
  qualityOnSite: number
  cpuRatio: number
}

/** A clip with the frames with which its encodes are compared, by the `frameStep` of a rung. */
interface MeasuredClip extends SourceClip {
  meters: readonly QualityMeter[]
  references: ReadonlyMap<number, Reference>
}

/** How many of the viewed minutes are watched in each rung. */
const viewedShares = { '480p': 0.4, '720p': 0.4, '1080p': 0.2 } as const

interface EncodedRung {
  rung: LadderRung
  /** The three encodes of the rung, by each metric. The second one has the quality of the site. */
  points: Record<QualityMetric, RatePoint[]>
}
interface EncodedLadder {
  rungs: EncodedRung[]
  cpuSeconds: number
}

/** Encodes a clip with the baseline and with each variant, and compares the results by each metric. */
export async function compareWithBaseline(
  clip: SourceClip,
  variants: readonly EncoderVariant[],
  meters: readonly QualityMeter[],
  folder: string,
): Promise<EncoderComparison[]> {
  const measuredClip = { ...clip, meters, references: await decodeReferences(clip, folder) }
  const before = await encodeLadders(measuredClip, baseline, folder)
  const comparisons: EncoderComparison[] = []
  for (const variant of variants) {
    const after = await encodeLadders(measuredClip, variant, folder)
    for (const { metric } of meters)
      comparisons.push({
        variant,
        metric,
        ...compareLadders(selectMetric(before, metric), selectMetric(after, metric)),
      })
  }
  return comparisons
}

/** An encoded ladder by one metric. */
interface RatedLadder {
  rungs: RatedRung[]
  cpuSeconds: number
}
interface RatedRung {
  rung: LadderRung
  points: RatePoint[]
}

function selectMetric({ rungs, cpuSeconds }: EncodedLadder, metric: QualityMetric): RatedLadder {
  return { rungs: rungs.map(({ rung, points }) => ({ rung, points: points[metric] })), cpuSeconds }
}

function compareLadders(
  before: RatedLadder,
  after: RatedLadder,
): Omit<EncoderComparison, 'variant' | 'metric'> {
  const pairs = before.rungs.map((one, i) => [one, after.rungs[i]!] as const)
  return {
    rungRates: pairs.flatMap(([one, other]) => {
      const rate = computeBdRate(one.points, other.points)
      return rate === undefined ? [] : [{ rung: one.rung.name, rate }]
    }),
    ladderRate: computeBdRate(allPoints(before), allPoints(after)) ?? Number.NaN,
    ...compareViewedRungs(pairs),
    cpuRatio: after.cpuSeconds / before.cpuSeconds,
  }
}

function allPoints({ rungs }: RatedLadder): RatePoint[] {
  return rungs.flatMap(({ points }) => points)
}

/** Viewers watch the largest rung of a ladder that ends below the rung that they would choose. */
function compareViewedRungs(
  pairs: readonly (readonly [RatedRung, RatedRung])[],
): Pick<EncoderComparison, 'viewedBytes' | 'viewedBytesOnSite' | 'qualityOnSite'> {
  let [before, after, onSite, qualityOnSite] = [0, 0, 0, 0]
  for (const [name, share] of Object.entries(viewedShares)) {
    const [one, other] = pairs.find(([{ rung }]) => rung.name === name) ?? pairs.at(-1)!
    const [{ bitrate, quality }, chosen] = [one.points[1]!, other.points[1]!]
    before += share * bitrate
    after += share * bitrateAtQuality(other.points, quality)
    onSite += share * chosen.bitrate
    qualityOnSite += share * (chosen.quality - quality)
  }
  return { viewedBytes: after / before - 1, viewedBytesOnSite: onSite / before - 1, qualityOnSite }
}

/** Encodes the whole ladder three times, with the site's quality and with one lower and one higher quality. */
async function encodeLadders(
  clip: MeasuredClip,
  variant: Omit<EncoderVariant, 'bars'>,
  folder: string,
): Promise<EncodedLadder> {
  const rungs = (await listRungs(clip, variant, folder)).map((rung): EncodedRung => ({
    rung,
    points: { SSIM: [], VMAF: [] },
  }))
  let cpuSeconds = 0
  for (const step of [-1, 0, 1]) {
    const adjusted = rungs.map(({ rung }) => ({ ...rung, crf: rung.crf + step * variant.crfStep }))
    const cpu = await encodeLadder(clip, adjusted, variant, folder)
    if (step === 0) cpuSeconds = cpu
    for (const rung of rungs) await addPoints(rung, clip, folder)
  }
  return { rungs, cpuSeconds }
}

/** Returns the rungs of a clip with their CRFs. */
async function listRungs(
  { source, path }: SourceClip,
  { crf, idleCodec }: Omit<EncoderVariant, 'bars'>,
  folder: string,
): Promise<LadderRung[]> {
  const ladder = buildBitrateLadder(source).map((rung) => ({ ...rung, crf: crf ?? rung.crf }))
  if (!idleCodec) return ladder
  const out = await mkdtemp(join(folder, 'trials-'))
  const crfs = await chooseRungCrfs({ source, input: path, out, codec: idleCodec })
  const rungs = listIdleRungs(source, idleCodec, crfs)
  return ladder.map((rung) => rungs.find(({ name }) => name === rung.name) ?? rung)
}

/** Measures the encoded file of a rung with each meter, and deletes it. */
async function addPoints(
  { rung, points }: EncodedRung,
  { source, meters, references }: MeasuredClip,
  folder: string,
): Promise<void> {
  const path = join(folder, `${rung.name}.mp4`)
  const bitrate = (8 * (await stat(path)).size) / source.duration
  const reference = references.get(rung.frameStep)!
  for (const meter of meters)
    points[meter.metric].push({ bitrate, quality: await measureQuality(meter, reference, path) })
  await rm(path)
}

async function decodeReferences(clip: SourceClip, folder: string): Promise<Map<number, Reference>> {
  const rungs = buildBitrateLadder(clip.source)
  const references = new Map<number, Reference>()
  for (const rung of rungs) {
    if (references.has(rung.frameStep)) continue
    const path = join(folder, `reference-${rung.frameStep}.nut`)
    references.set(rung.frameStep, await decodeReference(clip, rung, rungs.at(-1)!, path))
  }
  return references
}

/** Encodes all rungs in one process, without sound. Returns the CPU time in seconds. */
async function encodeLadder(
  { path, source }: SourceClip,
  rungs: readonly LadderRung[],
  variant: Omit<EncoderVariant, 'bars'>,
  folder: string,
): Promise<number> {
  const descending = rungs.toReversed()
  const threads = allocateEncoderThreads(descending)
  const outputs = descending.flatMap((rung, i) => [
    '-map',
    `[v${i}]`,
    ...variant.options(rung, threads[i]!, ':v:0'),
    '-an',
    join(folder, `${rung.name}.mp4`),
  ])
  const { stderr } = await execute('ffmpeg', [
    ...'-nostdin -hide_banner -nostats -y -benchmark -i'.split(' '),
    path,
    '-filter_complex',
    buildScaleGraph(source, descending),
    ...outputs,
  ])
  const [, user, system] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr) ?? []
  return Number(user) + Number(system)
}
