import { type Figure, median } from '../table.ts'
import { openBrowser } from './browser.ts'
import type { Place } from './place.ts'

/** Navigation → the largest picture or text of the page, over loopback and with nothing held back. */
export async function largestPaints({ url, pages }: Place, runs: number): Promise<Figure[]> {
  const browser = await openBrowser()
  const figures: Figure[] = []
  try {
    for (const name of ['home', 'watch'] as const) {
      const all: number[] = []
      for (let run = 0; run < runs; run += 1) {
        const context = await browser.newContext()
        const page = await context.newPage()
        await page.goto(url + pages[name], { waitUntil: 'networkidle' })
        all.push(await page.evaluate(largestPaint))
        await context.close()
      }
      figures.push({
        what: `${name}: largest paint, unthrottled`,
        value: median(all) / 1000,
        unit: 's',
        bar: 0.8,
      })
    }
    return figures
  } finally {
    await browser.close()
  }
}

function largestPaint(): Promise<number> {
  return new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    }),
  )
}
