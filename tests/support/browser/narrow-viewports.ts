import type { Page } from '@playwright/test'
import { expect } from './browser-test.ts'

/**
 * Window widths in CSS pixels: a 1280 px window at 200% zoom, a common phone, and the narrowest phone that
 * is still sold. No style rule has a breakpoint between 320 and 380 px.
 */
const widths = [640, 390, 320]

/**
 * Checks that the page does not scroll sideways and that the whole navigation bar, including the menu, is
 * inside the window. The narrowest window is also checked without web fonts, which a slow connection delivers
 * after the text. Every page is also checked in the right-to-left layout that Arabic uses.
 */
export async function assertFitsNarrowViewports(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()!
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 })
    await assertFits(page, 'ltr', `${screen} at ${width} px`)
    await assertFits(page, 'rtl', `${screen} at ${width} px, from right to left`)
  }
  expect(await findTooWideWithoutWebFonts(page), `${screen} without web fonts`).toEqual([])
  await page.setViewportSize(before)
}

async function assertFits(page: Page, direction: 'ltr' | 'rtl', screen: string): Promise<void> {
  const found = await page.evaluate((dir) => {
    const root = document.documentElement
    const initial = root.dir
    root.dir = dir
    try {
      const { scrollWidth, clientWidth } = root
      const shown = [...document.querySelectorAll('.bar-inside a, .bar-inside button')]
        .filter((one) => !one.closest('[popover]') && one.getClientRects().length > 0)
        .map((one) => ({
          name: one.getAttribute('aria-label') ?? one.textContent,
          box: one.getBoundingClientRect(),
        }))
      const isOutside = ({ left, right }: DOMRect) => left < 0 || right > clientWidth
      const outside = shown.filter(({ box }) => isOutside(box)).map(({ name }) => name)
      const hasMenu = shown.some(({ name }) => name === 'Menu') || !document.querySelector('.bar')
      const sideways = scrollWidth - clientWidth
      const tooWide = [...document.querySelectorAll('body *')]
        .filter((one) => sideways > 0 && isOutside(one.getBoundingClientRect()))
        .map((one) => (one.cloneNode() as Element).outerHTML)
      return { sideways, tooWide: tooWide.slice(0, 10), outside, hasMenu }
    } finally {
      root.dir = initial
    }
  }, direction)
  expect(found, screen).toEqual({ sideways: 0, tooWide: [], outside: [], hasMenu: true })
}

/** Returns the elements that make the page scroll sideways if only the fallback fonts are available. */
function findTooWideWithoutWebFonts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const webFonts: { sheet: CSSStyleSheet; css: string }[] = []
    for (const sheet of document.styleSheets)
      for (const [index, rule] of [...sheet.cssRules].entries().toArray().toReversed()) {
        if (!(rule instanceof CSSFontFaceRule) || rule.cssText.includes('local(')) continue
        webFonts.push({ sheet, css: rule.cssText })
        sheet.deleteRule(index)
      }
    const { scrollWidth, clientWidth } = document.documentElement
    const tooWide = [...document.querySelectorAll('body *')]
      .filter((one) => scrollWidth > clientWidth && one.getBoundingClientRect().right > clientWidth)
      .map((one) => (one.cloneNode() as Element).outerHTML)
    for (const { sheet, css } of webFonts) sheet.insertRule(css)
    return tooWide
  })
}
