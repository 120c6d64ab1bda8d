import type { Browser, Page } from '@playwright/test'
import { waitUntilHydrated } from '#tests/support/browser/browser-test.ts'
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
      const page = await openBroadcastPage(browser, { baseURL })
      results.push(await act(page, number))
      await page.context().close()
    }
  }
  try {
    await Promise.all([run(), run()])
  } finally {
    await browser.close()
  }
  return results
}

/** Opens an empty page for one person, as in the browser tests. */
export async function openBroadcastPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0],
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  await waitUntilHydrated(page)
  return page
}
