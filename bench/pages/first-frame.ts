import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { BenchMetric } from '../bench-metrics.ts'
import { median } from '#tests/support/measurements/statistics.ts'
import { launchBrowser } from './browser.ts'
import type { DemoServer } from './demo-server.ts'
import { openPageWithTimings } from './page-timings.ts'

/**
 * How long the pointer hovers over a card before the click, in milliseconds. People typically hover for 100
 * to 200 ms before they click.
 */
const hoverMilliseconds = 150

/** Measures the time from opening a page, or from a click within the site, to the first frame of the video. */
export async function benchFirstFrame({ url, pages }: DemoServer, runs: number): Promise<BenchMetric[]> {
  const browser = await launchBrowser()
  try {
    const cold = await repeatRuns(runs, () => timeColdOpen(browser, url + pages.watch))
    const figures: BenchMetric[] = [
      { name: 'cold: navigation → play button visible', value: of(cold, ({ shown }) => shown), unit: 's' },
      { name: 'cold: navigation → first frame', value: of(cold, ({ frame }) => frame), unit: 's', max: 0.75 },
      { name: 'cold: press → first frame', value: of(cold, (one) => one.frame - one.pressed), unit: 's' },
      {
        name: 'cold: presses until the player reacts',
        value: median(cold.map(({ presses }) => presses)),
        unit: '',
      },
    ]
    for (const [name, path] of [
      ['home', pages.home],
      ['category', pages.category],
    ] as const)
      for (const resting of [hoverMilliseconds, 0]) {
        const warm = await repeatRuns(runs, () => timeClickThrough(browser, url + path, resting))
        const how = resting ? `hover ${resting} ms` : 'no hover'
        figures.push({
          name: `from ${name}, ${how}: click → first frame`,
          value: of(warm, (one) => one),
          unit: 's',
          max: 0.3,
        })
      }
    return figures
  } finally {
    await browser.close()
  }
}

async function repeatRuns<One>(runs: number, one: () => Promise<One>): Promise<One[]> {
  const all: One[] = []
  for (let run = 0; run < runs; run += 1) all.push(await one())
  return all
}

/** Returns the median of one timing over all runs, in seconds. */
function of<One>(all: readonly One[], pick: (one: One) => number): number {
  return median(all.map(pick)) / 1000
}

/**
 * Opens the page in a fresh browser and presses Play as soon as the button appears, because a page that is
 * opened directly does not autoplay. If pressing Play has no effect, presses it again after a second, as a
 * person would.
 */
async function timeColdOpen(browser: Browser, url: string) {
  const context = await browser.newContext()
  const { page, seen } = await openPageWithTimings(context)
  try {
    await page.goto(url, { waitUntil: 'commit' })
    const { at, x, y } = await seen.button
    let presses = 0
    for (let isHeard = false; !isHeard;) {
      presses += 1
      await page.mouse.click(x, y)
      isHeard = await Promise.race([seen.heard.then(() => true), pause(1000).then(() => false)])
    }
    return { shown: at, pressed: await seen.pressed, frame: await seen.frame, presses }
  } finally {
    await context.close()
  }
}

/**
 * Clicks the first card of a page. The click is a user gesture, so the browser lets the video play
 * automatically.
 */
export async function timeClickThrough(browser: Browser, from: string, resting: number): Promise<number> {
  const context = await browser.newContext()
  const { page, seen } = await openPageWithTimings(context)
  try {
    await page.goto(from, { waitUntil: 'networkidle' })
    const card = page.locator('.card:has(.card-cover img)').first()
    await card.scrollIntoViewIfNeeded()
    // Waits until prefetches of visible content are done, because people look at a page before they click.
    await pause(500)
    const { x, y, width, height } = (await card.locator('.card-cover').boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await pause(resting)
    await page.mouse.down()
    await page.mouse.up()
    const pressed = await seen.pressed
    return (await seen.frame) - pressed
  } finally {
    await context.close()
  }
}
