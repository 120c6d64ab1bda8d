import type { Page } from '@playwright/test'

/** Makes all documents in this page use the right-to-left direction, as documents in Arabic do. */
export async function makeRightToLeft(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The script runs before the document contains any element.
    new MutationObserver((_, observer) => {
      document.documentElement.dir = 'rtl'
      observer.disconnect()
    }).observe(document, { childList: true })
  })
}
