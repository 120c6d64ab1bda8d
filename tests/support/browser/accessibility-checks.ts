import type { Page } from '@playwright/test'
import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type * as Axe from 'axe-core'
import { expect } from './browser-test.ts'

/** If this environment variable names a folder, a screenshot of every screen is stored in the folder. */
const album = process.env['SCREENSHOTS']

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1440, height: 900 } }

/** The device and the color scheme with which a page is tested. */
export interface EmulatedDevice {
  shape: string
  options: { colorScheme: 'dark' | 'light'; viewport: { width: number; height: number } }
}

/**
 * By default, screen tests emulate a phone in dark mode. If `ALL_SCREENS` is set, as in `npm run test:all`,
 * screen tests also emulate a desktop in light mode. If `SCREENSHOTS` is set, screen tests emulate both
 * devices in both color schemes. The test every-page.spec.ts always covers the desktop in light mode.
 */
export const screenVariants: EmulatedDevice[] = [
  { shape: 'phone-dark', options: { ...phone, colorScheme: 'dark' as const } },
  { shape: 'desktop-light', options: { ...desktop, colorScheme: 'light' as const } },
  { shape: 'phone-light', options: { ...phone, colorScheme: 'light' as const } },
  { shape: 'desktop-dark', options: { ...desktop, colorScheme: 'dark' as const } },
].slice(0, album ? 4 : process.env['ALL_SCREENS'] ? 2 : 1)

/** Checks the screen's accessibility and, if `SCREENSHOTS` is set, stores a screenshot. */
export async function checkPageAndCaptureScreenshot(
  page: Page,
  screen: string,
  shape: string,
): Promise<void> {
  if (album) {
    // A page that sends or plays a broadcast may never be idle.
    await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
    await mkdir(album, { recursive: true })
    // While an overlay (a dialog or the notification panel) is open, capture only the window instead of the
    // full page, because an overlay is only as tall as the window.
    const fullPage = (await page.locator('dialog[open], :popover-open').count()) === 0
    await page.screenshot({ path: `${album}/${screen}-${shape}.png`, fullPage })
  }
  await assertPageAccessibility(page, screen)
}

/**
 * Checks the page's accessibility with axe (WCAG 2.2 AA and best practices), and checks that the page does
 * not scroll sideways.
 */
export async function assertPageAccessibility(page: Page, screen: string): Promise<void> {
  await waitForTransitions(page)
  const found = await findAccessibilityViolations(page)
  expect(found, screen).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${screen} scrolls sideways`).toBeLessThanOrEqual(0)
}

/**
 * While a button changes its color, its contrast can be too low for a moment. Spinners are ignored, because
 * their animation never ends.
 */
function waitForTransitions(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

const axeScript = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Returns the accessibility violations that axe finds inside the `within` element, each with the violated
 * rule and the elements that violate it. This function injects the axe script without axe's Playwright
 * integration, because the integration sends the script to every page twice, takes three times as long, and
 * also returns every check that passed.
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
