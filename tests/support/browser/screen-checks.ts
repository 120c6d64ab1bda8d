import type { Page } from '@playwright/test'
import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type * as Axe from 'axe-core'
import { expect } from './browser-test.ts'

/** Set to a folder, every screen is also kept there as a picture to look at. */
const album = process.env['SCREENSHOTS']

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1440, height: 900 } }

/** How a browser is held and lit. */
export interface ScreenVariant {
  shape: string
  options: { colorScheme: 'dark' | 'light'; viewport: { width: number; height: number } }
}

/** A phone in the dark; both devices and both themes where pictures are kept. Light on a desktop is what routes.spec.ts looks at. */
export const screenVariants: ScreenVariant[] = [
  { shape: 'phone-dark', options: { ...phone, colorScheme: 'dark' as const } },
  { shape: 'desktop-light', options: { ...desktop, colorScheme: 'light' as const } },
  { shape: 'phone-light', options: { ...phone, colorScheme: 'light' as const } },
  { shape: 'desktop-dark', options: { ...desktop, colorScheme: 'dark' as const } },
].slice(0, album ? 4 : 1)

/** Looks at the screen as it stands: kept as a picture where they are kept, and for everybody. */
export async function checkScreen(page: Page, screen: string, shape: string): Promise<void> {
  if (album) {
    await page.waitForLoadState('networkidle')
    await mkdir(album, { recursive: true })
    // What lies above the page (a dialog, the bell) is as tall as the window.
    const fullPage = (await page.locator('dialog[open], :popover-open').count()) === 0
    await page.screenshot({ path: `${album}/${screen}-${shape}.png`, fullPage })
  }
  await assertAccessible(page, screen)
}

/** Nothing on the page stands in anybody's way (axe, WCAG 2.2 AA and best practice), and it does not scroll sideways. */
export async function assertAccessible(page: Page, screen: string): Promise<void> {
  const found = await findAccessibilityViolations(page)
  expect(found, screen).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${screen} scrolls sideways`).toBeLessThanOrEqual(0)
}

const axeScript = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What axe finds below `within`, as `rule: where`. Without its driver for Playwright: that sends the script twice to every page, at three times
 * the length, and carries home all that was found to be in order.
 */
export async function findAccessibilityViolations(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeScript)
  return page.evaluate(async (place) => {
    const { axe } = window as unknown as { axe: typeof Axe }
    const { violations } = await axe.run(place, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, within)
}
