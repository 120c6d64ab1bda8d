/*
 * After a person turns on offline pages, lists that the person has opened can be read without a connection.
 */
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import {
  assertPageAccessibility,
  checkPageAndCaptureScreenshot,
} from '#tests/support/browser/accessibility-checks.ts'
import { expect, signUpThroughApi, test } from '#tests/support/browser/browser-test.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import type { Page } from '@playwright/test'

test.beforeAll(async ({ server }) => {
  const ada = await signUpOverHttp(server.url, 'saved_pages_ada')
  await publishSampleVideo(ada, { title: 'Saved for the train', type: 'music' }, { seconds: 2 })
})

/** Returns the pages that have been saved completely. A page is stored only after its scripts and images. */
const listSavedPaths = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys()) {
      const path = name.slice(name.lastIndexOf(':') + 1)
      if (await (await caches.open(name)).match(path, { ignoreVary: true })) paths.push(path)
    }
    return paths.toSorted()
  })

const countCaches = (page: Page) => page.evaluate(async () => (await caches.keys()).length)

test('a person can turn on offline pages, read saved lists without a connection, and sign out', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
  const page = await person({ viewport: { width: 390, height: 844 } })
  await signUpThroughApi(page, 'saved_pages_ben')
  await page.goto('/music')
  expect(await countCaches(page)).toBe(0)

  await page.goto('/offline')
  await page.getByRole('checkbox', { name: 'Save pages for offline use' }).focus()
  await page.keyboard.press('Space')
  const saved = page.getByRole('region', { name: 'Saved pages' })
  await expect(saved.getByRole('link')).toHaveCount(1)
  await assertPageAccessibility(page, 'offline pages')
  await page.goto('/music')
  await expect.poll(() => listSavedPaths(page)).toEqual(['/', '/music', '/offline'])

  await page.context().setOffline(true)
  await page.goto('/music')
  const card = page.getByRole('link', { name: /Saved for the train/ }).first()
  await expect(card).toBeVisible()
  await expect
    .poll(() =>
      page
        .locator('main img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
  const banner = page.getByRole('status').filter({ hasText: 'You’re offline' })
  await expect(banner).toContainText('Pages saved in this browser still open.')
  await checkPageAndCaptureScreenshot(page, 'offline-saved-pages', 'phone-light')
  await banner.getByRole('link', { name: 'See saved pages' }).press('Enter')
  await expect(page).toHaveURL('/offline')
  await page.goto('/music')
  // The link opens the saved page, even though React Router cannot load the page's data.
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto('/charts')
  await expect(page).toHaveURL('/offline?from=%2Fcharts')
  await expect(page.getByRole('alert').filter({ hasText: 'hasn’t saved that page' })).toBeVisible()
  await expect(saved.getByRole('link')).toHaveCount(2)
  // Elsewhere, the banner links to the list of saved pages. The offline page is this list, so its banner has
  // no link.
  await expect(banner).toContainText('Pages saved in this browser still open.')
  await expect(banner.getByRole('link')).toHaveCount(0)
  await assertPageAccessibility(page, 'missing offline page')
  await saved.getByRole('link').last().click()
  await expect(page).not.toHaveURL(/offline/)
  await page.goto('/charts')
  await expect(page.getByRole('alert').filter({ hasText: 'hasn’t saved that page' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page).toHaveURL('/charts')

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Join Free' })).toBeVisible()
  await expect.poll(() => countCaches(page)).toBe(0)
})

test('turning off offline pages or functional storage deletes the saved pages', async ({ person }) => {
  const page = await person()
  const checkbox = page.getByRole('checkbox', { name: 'Save pages for offline use' })
  await page.goto('/offline')
  // A page that was saved more than seven days ago is deleted.
  await page.evaluate(async () => {
    const date = new Date(Date.now() - 8 * 24 * 3600_000).toUTCString()
    await (await caches.open('offline-page::/shows')).put('/shows', new Response('', { headers: { date } }))
  })
  await checkbox.check()
  await expect.poll(() => listSavedPaths(page)).toEqual(['/', '/offline'])
  await checkbox.uncheck()
  await expect.poll(() => countCaches(page)).toBe(0)

  await checkbox.check()
  await expect.poll(() => listSavedPaths(page)).toEqual(['/', '/offline'])
  await page.goto('/cookies')
  await page.getByRole('checkbox', { name: /Functional/ }).uncheck()
  await page.getByRole('button', { name: 'Save my choice' }).click()
  await expect.poll(() => countCaches(page)).toBe(0)
  await page.goto('/offline')
  await expect(page.getByText('Functional storage is off in your cookie settings')).toBeVisible()
})
