import type { Browser } from '@playwright/test'
import { bandwidthTraces, type BandwidthTrace } from './bandwidth-traces.ts'
import type { LineBar } from './line-bar.ts'
import { type ComparedPages, repeat } from './measure-lines.ts'
import { type Viewing, watchThrottled } from './throttled-viewing.ts'

/** How many traces are measured at the same time. With more, a machine with two cores drops frames. */
const tracesAtOnce = 3

/**
 * Measures startup, stalls and quality on the mobile traces. All players play the video over a trace at the same time,
 * so that the machine is equally busy for all of them.
 */
export async function measureTraces(
  browser: Browser,
  pages: ComparedPages,
  runs: number,
  seconds: number,
): Promise<LineBar[]> {
  const watchWithAll = async (trace: BandwidthTrace) => {
    const watch = (url: string) => watchThrottled(browser, url, trace, seconds)
    const [own, other, heavy] = await Promise.all([watch(pages.own), watch(pages.other), watch(pages.heavy)])
    return { own, other, heavy }
  }
  const all = await repeat(runs, async () => {
    const viewings: Awaited<ReturnType<typeof watchWithAll>>[] = []
    for (let at = 0; at < bandwidthTraces.length; at += tracesAtOnce)
      viewings.push(...(await Promise.all(bandwidthTraces.slice(at, at + tracesAtOnce).map(watchWithAll))))
    return viewings
  })
  const describe = (name: string, from: number, to: number): LineBar[] =>
    figures.map(({ figure, unit, compute, max }) => ({
      name: `${name}: ${figure}`,
      unit,
      own: all.map((viewings) => compute(viewings.slice(from, to).map(({ own }) => own))),
      other: all.map((viewings) => compute(viewings.slice(from, to).map(({ other }) => other))),
      heavy: all.map((viewings) => compute(viewings.slice(from, to).map(({ heavy }) => heavy))),
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

const figures: readonly Figure[] = [
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
