import type { BenchMetric } from '../bench-metrics.ts'
import { median } from '#tests/support/measurements/statistics.ts'
import { launchBrowser } from './browser.ts'
import type { DemoServer } from './demo-server.ts'

/** Measures the time from navigation to the largest contentful paint, over loopback without throttling. */
export async function benchLargestContentfulPaint(
  { url, pages }: DemoServer,
  runs: number,
): Promise<BenchMetric[]> {
  const browser = await launchBrowser()
  const figures: BenchMetric[] = []
  try {
    for (const name of ['home', 'watch'] as const) {
      const all: number[] = []
      for (let run = 0; run < runs; run += 1) {
        const context = await browser.newContext()
        const page = await context.newPage()
        await page.goto(url + pages[name], { waitUntil: 'networkidle' })
        all.push(await page.evaluate(readLargestContentfulPaint))
        await context.close()
      }
      figures.push({
        name: `${name}: largest contentful paint, unthrottled`,
        value: median(all) / 1000,
        unit: 's',
        max: 0.8,
      })
    }
    return figures
  } finally {
    await browser.close()
  }
}

function readLargestContentfulPaint(): Promise<number> {
  return new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    }),
  )
}
