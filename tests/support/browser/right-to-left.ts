import type { Page } from '@playwright/test'

/** Makes every document that this page loads use the right-to-left direction, as Arabic pages do. */
export async function makeRightToLeft(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The script runs before the document contains any element.
    new MutationObserver((_, observer) => {
      document.documentElement.dir = 'rtl'
      observer.disconnect()
    }).observe(document, { childList: true })
  })
}
