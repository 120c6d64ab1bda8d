import type { Page } from '@playwright/test'
import { putLike } from '#contract/engagement/likes.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

const placeholder = 'Search music, shows, creators'
const box = (page: Page) => page.locator('#site-search').getByPlaceholder(placeholder)
const waitForPaint = (page: Page) =>
  page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))))

/** The video that the tests in this file search for. */
let made: Promise<string> | undefined
function lighthouse(url: string): Promise<string> {
  made ??= (async () => {
    const fay = await signUpOverHttp(url, 'fay_finder')
    const id = await publishSampleVideo(fay, {
      title: 'Lighthouse <keeper>',
      type: 'movie',
      genre: 'Documentary',
      description: 'A weekend with the éclairs and the tide',
    })
    const fan = await signUpOverHttp(url, 'fan_of_fay')
    await fan.call(putLike, { params: { id } })
    return id
  })()
  return made
}

test('the search box shows suggestions while the visitor types, and works by keyboard alone', async ({
  person,
  server,
}) => {
  const id = await lighthouse(server.url)
  const page = await person({ viewport: { width: 1440, height: 900 } })
  await page.goto('/about')
  const opener = page.getByRole('button', { name: 'Search', exact: true })
  await expect(box(page)).toBeHidden()
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(box(page)).toBeFocused()

  await page.keyboard.type('   ')
  await page.keyboard.press('Enter')
  await expect(box(page)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/about')
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveAttribute('role', 'combobox')
  await box(page).fill('lightho')
  const option = page.getByRole('option', { name: /Lighthouse <keeper>/ })
  await expect(option).toBeVisible()
  await expect(option.locator('mark')).toHaveText('Lighthouse')
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.locator('#site-search output')).toHaveText(/^\d+ suggestions?$/)
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id'))!)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/watch/${id}`)
  await expect(box(page)).toBeHidden()

  await opener.click()
  await box(page).fill('  lighthouse keeper ')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=lighthouse+keeper')
  await expect(page.getByText('1 video for “lighthouse keeper”')).toBeVisible()
  await expect(box(page)).toBeHidden()
})

test('the search box keeps the focus when the page finishes loading', async ({ person }) => {
  const page = await person()
  await page.goto('/about')
  const loaded = Promise.withResolvers<void>()
  await page.route(/\.data(\?|$)/, (route) => loaded.promise.then(() => route.continue()))
  await page.getByRole('banner').getByRole('link', { name: 'Stories', exact: true }).click()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.keyboard.type('light')
  loaded.resolve()
  await expect(page).toHaveTitle(/^Stories/)
  // The page moves the focus after it has been painted.
  await waitForPaint(page)
  await page.keyboard.type('house')
  await expect(box(page)).toHaveValue('lighthouse')
})

test('the search box keeps a letter typed while the box opens, and selects the previous search text', async ({
  person,
}) => {
  const page = await person()
  await page.goto('/about')
  // Inserts a letter when the field gets focus, before the toggle event of the search box.
  await page.evaluate(() => {
    const insert = () => document.execCommand('insertText', false, 'l')
    document.querySelector('#site-search input')!.addEventListener('focus', insert, { once: true })
  })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(box(page)).toBeFocused()
  await waitForPaint(page)
  await page.keyboard.type('ight')
  await expect(box(page)).toHaveValue('light')

  // The previous text is selected, so a new search replaces it.
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(box(page)).toBeFocused()
  await waitForPaint(page)
  await page.keyboard.type('tide')
  await expect(box(page)).toHaveValue('tide')
})

test('search results highlight matches and can be filtered', async ({ person, server }) => {
  await lighthouse(server.url)
  const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.locator('#site-menu').getByPlaceholder(placeholder).fill('lighthuose')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=lighthuose')
  await expect(page.locator('#site-menu')).toBeHidden()
  const hit = page.getByRole('article').filter({ hasText: 'Lighthouse <keeper>' })
  await expect(hit.locator('h3 mark')).toHaveText('Lighthouse')
  await page.getByRole('link', { name: 'lighthouse', exact: true }).click()
  await expect(page.getByText('1 video for “lighthouse”')).toBeVisible()
  await expect(page.getByText('You’re all caught up')).toBeVisible()
  await assertPageAccessibility(page, 'search')

  await page.getByRole('link', { name: 'Music', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'No results for “lighthouse”' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Trending this week' })).toBeVisible()
  await assertPageAccessibility(page, 'nothing found')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await page.waitForURL(/\?q=lighthouse$/)
  await expect(hit).toBeVisible()
  await page.getByText('Filters', { exact: true }).click()
  await page.getByLabel('Genre').selectOption('Documentary')
  await page.waitForURL('**/search?q=lighthouse&genre=Documentary')
  await expect(hit).toBeVisible()
  await page.getByLabel('Length').selectOption('Over 20 minutes')
  await expect(page.getByText('No results match all of these filters.')).toBeVisible()

  await page.goto('/search?q=%C3%89CLAIRS+fay')
  await expect(hit.getByText('A weekend with the éclairs')).toBeVisible()
  await expect(hit.locator('mark')).toHaveText(['fay', 'éclairs'])
  await page.getByRole('link', { name: 'Creators', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^No results/ })).toBeVisible()
  await page.goto('/search?q=fay_finder')
  await expect(page.getByRole('link', { name: /@fay_finder/ })).toBeVisible()
  // Once the page has hydrated, it adds this search to the recent searches.
  await page.waitForFunction(() => localStorage.getItem('recent-searches')?.includes('fay_finder'))

  await page.goto('/search')
  const recent = page.getByRole('region', { name: 'Your recent searches' })
  await expect(recent.getByRole('listitem').first()).toHaveText('fay_finder')
  await assertPageAccessibility(page, 'search page without a query')
  await recent.getByRole('button', { name: 'Remove “fay_finder” from recent searches' }).click()
  await expect(recent.getByRole('listitem').first()).toHaveText('ÉCLAIRS fay')
  await recent.getByRole('button', { name: 'Clear all' }).click()
  await expect(recent).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
})

test('charts show ranks and explain how the ranks are computed', async ({ person, server }) => {
  await lighthouse(server.url)
  const page = await person({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })
  await page.goto('/charts')
  await page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Movies' }).click()
  await page.waitForURL('**/charts?category=movies')
  const first = page.getByRole('listitem').filter({ hasText: 'Lighthouse <keeper>' })
  await expect(first).toContainText('Number 1')
  await expect(first).toContainText('1 point')
  await expect(first).toContainText('new')
  await expect(
    page.getByText(/^A video gets one point for every like and two for every person/),
  ).toBeVisible()
  await assertPageAccessibility(page, 'charts')
  await page.getByRole('link', { name: 'Today' }).click()
  await page.waitForURL('**/charts?period=today&category=movies')
  await page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Live' }).click()
  await expect(page.getByRole('heading', { name: 'No videos on this chart yet' })).toBeVisible()

  await page.goto('/browse/genre?genreName=Documentary')
  await expect(page.getByRole('heading', { level: 1, name: 'Documentary' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lighthouse <keeper>', exact: true })).toBeVisible()
  const chips = page.getByRole('navigation', { name: 'Show', exact: true })
  await chips.getByRole('link', { name: 'Movies' }).click()
  await page.waitForURL('**/genre/documentary?show=movies')
  await expect(page.getByRole('link', { name: 'Lighthouse <keeper>', exact: true })).toBeVisible()
  await assertPageAccessibility(page, 'genre')
  await chips.getByRole('link', { name: 'Series' }).click()
  await expect(page.getByRole('heading', { name: 'No series here yet' })).toBeVisible()

  await page.goto('/genre/Docuseries')
  await expect(page.getByRole('heading', { name: 'Coming soon' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'How this page will look' }).getByRole('listitem')).toHaveCount(
    8,
  )
  for (const chip of ['All', 'Movies', 'Series', 'New Releases'])
    await expect(
      page.getByRole('navigation', { name: 'Show' }).getByText(chip, { exact: true }),
    ).toBeVisible()
  await assertPageAccessibility(page, 'genre to come')
  await page.getByRole('link', { name: 'Browse everything' }).click()
  await page.waitForURL('**/browse')
})

test('search, filters and charts work without JavaScript', async ({ person, server }) => {
  await lighthouse(server.url)
  const page = await person({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await page.goto('/')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await box(page).fill('lighthouse')
  await box(page).press('Enter')
  await expect(page).toHaveURL(/\/search\?q=lighthouse$/)
  await expect(page.getByText('1 video for “lighthouse”')).toBeVisible()
  await page.getByText('Filters', { exact: true }).click()
  await page.getByLabel('Length').selectOption('Under 4 minutes')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/length=short/)
  await expect(page.getByRole('link', { name: 'Lighthouse <keeper>' })).toBeVisible()
  await page.goto('/charts?period=all')
  await expect(page.getByRole('link', { name: 'Lighthouse <keeper>' })).toBeVisible()
})
