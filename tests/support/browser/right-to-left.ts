import type { Page } from '@playwright/test'

/** Makes all documents that this page opens run from right to left, as those in Arabic do. */
export async function makeRightToLeft(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The script runs before the document has an element.
    new MutationObserver((_, observer) => {
      document.documentElement.dir = 'rtl'
      observer.disconnect()
    }).observe(document, { childList: true })
  })
}
