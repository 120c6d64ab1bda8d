import type { Page } from '@playwright/test'

/** Records the auth events that the page's subscribers receive from now on. */
export async function recordAuthEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard = ((window as never as { heard: string[] }).heard = [] as string[])
    addEventListener('auth', (happened) => heard.push((happened as CustomEvent<[string]>).detail[0]))
  })
}

/** Returns the recorded auth events, in order. */
export const readRecordedAuthEvents = (page: Page) =>
  page.evaluate(() => (window as never as { heard: string[] }).heard)
