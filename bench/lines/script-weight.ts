import type { Browser } from '@playwright/test'

/** Returns the transfer size of all scripts of a page before any interaction, in KB (1000 bytes). */
export async function measureScriptWeight(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  try {
    await page.goto(url, { waitUntil: 'networkidle' })
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
  } finally {
    await context.close()
  }
}
