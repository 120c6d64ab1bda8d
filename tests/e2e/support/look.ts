import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './site.ts'

/** Nothing on the page stands in anybody's way (axe, WCAG 2.2 AA and best practice), and it does not scroll sideways. */
export async function isForEverybody(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // Without it every look opens and closes a page of its own to sum up frames that we do not have.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect(found, screen).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${screen} scrolls sideways`).toBeLessThanOrEqual(0)
}
