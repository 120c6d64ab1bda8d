import type { Browser } from '@playwright/test'
import { bandwidthTraces } from './bandwidth-traces.ts'
import type { LineBar } from './line-bar.ts'
import { type ComparedPages, repeat } from './measure-lines.ts'
import { type Viewing, watchThrottled } from './throttled-viewing.ts'

/**
 * Measures startup, stalls and quality on the mobile traces. In each run, all traces are measured at the same
 * time, first with one player and then with the next.
 */
export async function measureTraces(
  browser: Browser,
  pages: ComparedPages,
  runs: number,
  seconds: number,
): Promise<LineBar[]> {
  const watchAll = (url: string) =>
    Promise.all(bandwidthTraces.map((trace) => watchThrottled(browser, url, trace, seconds)))
  const all = await repeat(runs, async () => ({
    own: await watchAll(pages.own),
    other: await watchAll(pages.other),
    heavy: await watchAll(pages.heavy),
  }))
  const describe = (name: string, choose: (viewings: Viewing[]) => Viewing[]): LineBar[] =>
    figures.map(({ figure, unit, compute }) => ({
      name: `${name}: ${figure}`,
      unit,
      own: all.map(({ own }) => compute(choose(own))),
      other: all.map(({ other }) => compute(choose(other))),
      heavy: all.map(({ heavy }) => compute(choose(heavy))),
    }))
  const together = describe('five traces', (viewings) => viewings)
  const max = { rebuffering: 0.3, stalls: 'hls.js', 'press → first frame': 'hls.js' } as const
  for (const bar of together)
    for (const [figure, limit] of Object.entries(max)) if (bar.name.endsWith(figure)) bar.max = limit
  return [...together, ...bandwidthTraces.flatMap(({ name }, nth) => describe(name, (all) => [all[nth]!]))]
}

type Figure = { figure: string; unit: LineBar['unit']; compute: (viewings: readonly Viewing[]) => number }

const figures: readonly Figure[] = [
  {
    figure: 'press → first frame',
    unit: 's',
    compute: (all) => average(all, ({ startup }) => startup / 1000),
  },
  {
    figure: 'navigation → first frame',
    unit: 's',
    compute: (all) => average(all, ({ frame }) => frame / 1000),
  },
  { figure: 'rebuffering', unit: '%', compute: computeRebuffering },
  { figure: 'stalls', unit: '', compute: (all) => sum(all, ({ stats }) => stats.stalls) },
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
