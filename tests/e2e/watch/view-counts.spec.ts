import type { Page } from '@playwright/test'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import {
  expect,
  openPageWithoutUserGesture,
  waitForPlayback,
  test,
} from '#tests/support/browser/browser-test.ts'

let ada: HttpTestClient
let id: string
test.beforeAll(async ({ server }) => {
  ada = await signUpOverHttp(server.url, 'views_ada')
  id = await publishSampleVideo(ada, { title: 'Kite', type: 'story' }, { seconds: 6 })
})

/** The view counts over 7, 28 and 90 days, and the count shown next to the video. */
async function readViewCounts(page: Page): Promise<string[]> {
  await openPageWithoutUserGesture(page, '/dashboard')
  const views = page.getByRole('region', { name: 'Views' })
  return [
    ...(await views.getByRole('definition').allTextContents()),
    await page
      .getByRole('article')
      .filter({ hasText: 'Kite' })
      .getByText(/^views?$/)
      .locator('..')
      .innerText(),
  ]
}

const told = (page: Page) => {
  const all: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/views')) all.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return all
}

async function watchFor(page: Page, seconds: number): Promise<void> {
  await openPageWithoutUserGesture(page, `/watch/${id}`)
  await page.getByRole('button', { name: 'Play Kite' }).click()
  await waitForPlayback(page, seconds)
}

test('watching half of a short clip counts as one view, and only the owner sees the exact view count', async ({
  person,
}) => {
  const owner = await person()
  await setSessionCookies(owner, ada)
  expect(await readViewCounts(owner)).toEqual(['0', '0', '0', expect.stringMatching(/^0\b/)])
  await assertPageAccessibility(owner, 'dashboard with views')

  const page = await person()
  const sent = told(page)
  await watchFor(page, 1)
  await page.keyboard.press('k')
  expect(sent, 'a second of it is no viewing').toEqual([])
  await page.keyboard.press('k')
  await expect.poll(() => sent).toEqual([`POST /api/content/${id}/views`])
  await waitForPlayback(page, 1)
  expect(sent, 'one viewing is told once').toHaveLength(1)
  await expect(page.getByText('Fewer than 10 views')).toBeVisible()

  const own = told(owner)
  await watchFor(owner, 4)
  expect(own, 'one’s own is not told').toEqual([])
  expect(await readViewCounts(owner)).toEqual(['1', '1', '1', expect.stringMatching(/^1\b/)])

  await owner.goto(`/watch/${id}`)
  await expect(owner.getByText('1 view', { exact: true })).toBeVisible()
  await owner.goto('/dashboard#settings')
  await owner.getByRole('checkbox', { name: 'Hide view counts on my videos' }).check()
  await owner.getByRole('button', { name: 'Save changes' }).click()
  await expect(owner.getByText('Profile updated successfully.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Kite' })).toBeVisible()
  await expect(page.getByText(/\bviews?\b/i)).toHaveCount(0)
})
