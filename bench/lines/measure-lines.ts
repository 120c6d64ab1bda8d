import type { Browser } from '@playwright/test'
import type { BandwidthTrace } from './bandwidth-traces.ts'
import type { LineBar } from './line-bar.ts'
import { type Viewing, watchThrottled } from './throttled-viewing.ts'

/** The pages that are compared: the watch page of the site, and pages with the default settings of hls.js. */
export interface ComparedPages {
  own: string
  other: string
  /** The same player as `other` on a page that is as heavy as the watch page. */
  heavy: string
}

const slowLine: BandwidthTrace = { name: '400 kbit/s + 400 ms', latency: 400, kilobits: [400] }
const modestLine: BandwidthTrace = { name: '1.6 Mbit/s + 150 ms', latency: 150, kilobits: [1600] }

/** Measures the first frame of a cold start: the browser has never visited the site. */
export async function measureFirstFrames(
  browser: Browser,
  pages: ComparedPages,
  runs: number,
): Promise<LineBar[]> {
  const bars: LineBar[] = []
  for (const [line, max] of [
    [slowLine, 6],
    [modestLine, 2],
  ] as const) {
    const own = await repeat(runs, () => watchThrottled(browser, pages.own, line, 0))
    const other = await repeat(runs, () => watchThrottled(browser, pages.other, line, 0))
    const compare = (name: string, pick: (viewing: Viewing) => number, limit?: number): LineBar => ({
      name: `${line.name}: ${name}`,
      unit: 's',
      own: own.map((one) => pick(one) / 1000),
      other: other.map((one) => pick(one) / 1000),
      ...(limit !== undefined && { max: limit }),
    })
    bars.push(compare('press on Play → first frame', ({ startup }) => startup, max))
    bars.push(compare('navigation → first frame', ({ frame }) => frame))
  }
  return bars
}

/** Counts the stalls at a constant bandwidth. Both players are measured at the same time. */
export async function measureStalls(
  browser: Browser,
  pages: ComparedPages,
  runs: number,
  seconds: number,
): Promise<LineBar[]> {
  const all = await repeat(runs, () =>
    Promise.all([
      watchThrottled(browser, pages.own, slowLine, seconds),
      watchThrottled(browser, pages.other, slowLine, seconds),
    ]),
  )
  const compare = (pick: (viewing: Viewing) => number) => ({
    own: all.map(([own]) => pick(own)),
    other: all.map(([, other]) => pick(other)),
  })
  return [
    {
      name: `${slowLine.name}: stalls in ${seconds} s`,
      unit: '',
      max: 0,
      ...compare(({ stats }) => stats.stalls),
    },
    { name: `${slowLine.name}: average quality`, unit: 'p', ...compare(({ stats }) => stats.height) },
  ]
}

export async function repeat<One>(runs: number, one: () => Promise<One>): Promise<One[]> {
  const all: One[] = []
  for (let run = 0; run < runs; run += 1) all.push(await one())
  return all
}
