import type { Browser } from '@playwright/test'
import { bandwidthTraces, type BandwidthTrace } from './bandwidth-traces.ts'
import type { LineBar } from './line-bar.ts'
import { type ComparedPages, repeat } from './measure-lines.ts'
import { type Viewing, watchThrottled } from './throttled-viewing.ts'

/** How many traces are measured at the same time. With more, a machine with two cores drops frames. */
const tracesAtOnce = 3

/**
 * Measures startup on the mobile traces. Only one player runs at a time: several browsers on one machine would measure
 * how long the scripts of a page wait for the processor, rather than the connection.
 */
export async function measureTraceStarts(
  browser: Browser,
  pages: ComparedPages,
  runs: number,
): Promise<LineBar[]> {
  const start = (url: string, trace: BandwidthTrace) => watchThrottled(browser, url, trace, 0)
  const all = await repeat(runs, async () => {
    const viewings: PlayerViewings[] = []
    for (const trace of bandwidthTraces) {
      const own = await start(pages.own, trace)
      const other = await start(pages.other, trace)
      viewings.push({ own, other, heavy: await start(pages.heavy, trace) })
    }
    return viewings
  })
  return describeTraces(all, startFigures)
}

/**
 * Measures stalls and quality on the mobile traces. All players play the video over a trace at the same time, so that
 * the machine is equally busy for all of them.
 */
export async function measureTraces(
  browser: Browser,
  pages: ComparedPages,
  runs: number,
  seconds: number,
): Promise<LineBar[]> {
  const watchWithAll = async (trace: BandwidthTrace): Promise<PlayerViewings> => {
    const watch = (url: string) => watchThrottled(browser, url, trace, seconds)
    const [own, other, heavy] = await Promise.all([watch(pages.own), watch(pages.other), watch(pages.heavy)])
    return { own, other, heavy }
  }
  const all = await repeat(runs, async () => {
    const viewings: PlayerViewings[] = []
    for (let at = 0; at < bandwidthTraces.length; at += tracesAtOnce)
      viewings.push(...(await Promise.all(bandwidthTraces.slice(at, at + tracesAtOnce).map(watchWithAll))))
    return viewings
  })
  return describeTraces(all, playbackFigures)
}

type PlayerViewings = Record<keyof ComparedPages, Viewing>

/** Describes all traces together, and each trace. `runs` contains the viewings of each run, in the order of the traces. */
function describeTraces(runs: readonly PlayerViewings[][], figures: readonly Figure[]): LineBar[] {
  const describe = (name: string, from: number, to: number): LineBar[] =>
    figures.map(({ figure, unit, compute, max }) => ({
      name: `${name}: ${figure}`,
      unit,
      own: runs.map((viewings) => compute(viewings.slice(from, to).map(({ own }) => own))),
      other: runs.map((viewings) => compute(viewings.slice(from, to).map(({ other }) => other))),
      heavy: runs.map((viewings) => compute(viewings.slice(from, to).map(({ heavy }) => heavy))),
      ...(max !== undefined && to - from > 1 && { max }),
    }))
  return [
    ...describe('all traces', 0, bandwidthTraces.length),
    ...bandwidthTraces.flatMap(({ name }, nth) => describe(name, nth, nth + 1)),
  ]
}

interface Figure {
  figure: string
  unit: LineBar['unit']
  compute: (viewings: readonly Viewing[]) => number
  /** The limit for all traces together. */
  max?: LineBar['max']
}

const startFigures: readonly Figure[] = [
  {
    figure: 'press on Play → first frame',
    unit: 's',
    compute: (all) => average(all, ({ startup }) => startup / 1000),
    max: 'hls.js',
  },
  {
    figure: 'navigation → first frame',
    unit: 's',
    compute: (all) => average(all, ({ frame }) => frame / 1000),
  },
]

const playbackFigures: readonly Figure[] = [
  { figure: 'rebuffering', unit: '%', compute: computeRebuffering, max: 0.3 },
  { figure: 'stalls', unit: '', compute: (all) => sum(all, ({ stats }) => stats.stalls), max: 'hls.js' },
  { figure: 'average quality', unit: 'p', compute: (all) => average(all, ({ stats }) => stats.height) },
  { figure: 'dropped frames', unit: '%', compute: (all) => average(all, ({ stats }) => stats.droppedFrames) },
]

/** Returns the stalled time in percent of the time played. */
function computeRebuffering(viewings: readonly Viewing[]): number {
  return (100 * sum(viewings, ({ stats }) => stats.stalledMs)) / sum(viewings, ({ stats }) => stats.playedMs)
}

function sum(viewings: readonly Viewing[], pick: (viewing: Viewing) => number): number {
  return viewings.reduce((all, viewing) => all + pick(viewing), 0)
}

function average(viewings: readonly Viewing[], pick: (viewing: Viewing) => number): number {
  return sum(viewings, pick) / viewings.length
}
