import type { Page } from '@playwright/test'
import { launchBrowser } from '../pages/browser.ts'

/** Runs `act` `count` times in a browser, in two pages at a time. Returns the results in order of completion. */
export async function runInTwoPages<T>(
  baseURL: string,
  count: number,
  act: (page: Page, number: number) => Promise<T>,
): Promise<T[]> {
  const browser = await launchBrowser()
  const results: T[] = []
  let started = 0
  const run = async () => {
    while (started < count) {
      const number = (started += 1)
      const context = await browser.newContext({ baseURL })
      results.push(await act(await context.newPage(), number))
      await context.close()
    }
  }
  try {
    await Promise.all([run(), run()])
  } finally {
    await browser.close()
  }
  return results
}
