import type { Page } from '@playwright/test'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import {
  expect,
  openPageWithoutUserGesture,
  waitForPlayback,
  test,
} from '#tests/support/browser/browser-test.ts'

let ada: HttpTestClient
let id: string
test.beforeAll(async ({ server }) => {
  ada = await signUpOverHttp(server.url, 'resume_ada')
  const clip = { seconds: 60, width: 160, height: 90 }
  await publishSampleVideo(ada, { title: 'Long tide', type: 'story' }, clip)
  id = await publishSampleVideo(ada, { title: 'Slow river', type: 'story' }, clip)
})

const second = (page: Page) =>
  page.locator('.stage video').evaluate((element: HTMLVideoElement) => element.currentTime)
const keys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('positions')))
const row = (page: Page) => page.getByRole('region', { name: 'Continue watching' })
const resumed = (page: Page) => page.getByText(/^Resumed at 0:/)

/** Plays the video and stops at 42 of its 60 seconds, using the keyboard. */
async function watchUntil42(page: Page): Promise<void> {
  await openPageWithoutUserGesture(page, `/watch/${id}`)
  await page.getByRole('button', { name: 'Play Slow river' }).press('Enter')
  await waitForPlayback(page, 0.2)
  await page.keyboard.press('7')
  await expect.poll(() => second(page)).toBeGreaterThan(42)
  // While the player is still loading the video at a new position, pausing does not store the new position.
  await waitForPlayback(page, 0.1)
  await page.keyboard.press('k')
  await expect.poll(() => keys(page)).toHaveLength(1)
}

/** Opens the home page and waits for "Continue watching", which appears without a layout shift. */
async function openHome(page: Page): Promise<number> {
  await page.addInitScript(() => {
    const seen = globalThis as unknown as { shift: number }
    seen.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  await expect(row(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => (globalThis as unknown as { shift: number }).shift)
}

async function playAgain(page: Page): Promise<void> {
  await openPageWithoutUserGesture(page, `/watch/${id}`)
  await page.getByRole('button', { name: 'Play Slow river' }).press('Enter')
}

for (const { shape, options } of screenVariants)
  test(`a signed-out visitor resumes and restarts a video, and removes it from “Continue watching”: ${shape}`, async ({
    person,
  }) => {
    const page = await person(options)
    await watchUntil42(page)
    expect(Math.round((await openHome(page)) * 1000), 'layout shift').toBe(0)
    const card = row(page).getByRole('article').filter({ hasText: 'Slow river' })
    await expect(card.getByText(/^Watched: 7\d%$/)).toBeAttached()
    await checkPageAndCaptureScreenshot(page, 'home-continue', shape)

    await page.goto('/search?q=river')
    await expect(page.getByRole('article').getByText(/^Watched: 7\d%$/)).toBeAttached()
    await playAgain(page)
    await expect(resumed(page)).toBeVisible()
    expect(await second(page)).toBeGreaterThan(41)
    await checkPageAndCaptureScreenshot(page, 'watch-resumed', shape)
    await page.getByRole('button', { name: 'Start over' }).press('Enter')
    await expect(resumed(page)).toBeHidden()
    await expect(page.getByRole('slider', { name: 'Seek' })).toBeFocused()
    await expect.poll(() => second(page)).toBeLessThan(10)
    expect(await keys(page)).toEqual([])

    await watchUntil42(page)
    await openPageWithoutUserGesture(page, `/watch/${id}?t=0`)
    await page.getByRole('button', { name: 'Play Slow river' }).click()
    await waitForPlayback(page, 0.2)
    expect(await second(page)).toBeLessThan(20)
    await expect(resumed(page)).toBeHidden()

    await openHome(page)
    const remove = row(page).getByRole('button', { name: 'Remove “Slow river” from Continue watching' })
    await remove.press('Enter')
    await expect(row(page)).toBeHidden()
    expect(await keys(page)).toEqual([])
  })

test('each account has its own playback positions in the browser, and signing out deletes them', async ({
  person,
  server,
}) => {
  const page = await person()
  await watchUntil42(page)
  expect(await keys(page)).toEqual(['positions:'])
  await setSessionCookies(page, await signUpOverHttp(server.url, 'resume_ben'))
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await expect(row(page)).toHaveCount(0)
  await page.evaluate(() => localStorage.removeItem('positions:'))
  await watchUntil42(page)
  expect(await keys(page)).toEqual([expect.stringMatching(/^positions:[0-9a-f-]{36}$/)])
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await expect.poll(() => keys(page)).toEqual([])
})

test('people who turn on their watch history can resume videos on another device', async ({
  person,
  server,
}) => {
  const [shape, options] = [screenVariants[0]!.shape, screenVariants[0]!.options]
  const member = await signUpOverHttp(server.url, 'resume_cleo')
  const [first, other] = [await person(), await person(options)]
  await setSessionCookies(first, member)
  await setSessionCookies(other, member)
  const sent: string[] = []
  first.on('request', (request) => request.url().includes('/api/me/history/') && sent.push(request.method()))

  await watchUntil42(first)
  await openHome(first)
  expect(sent, 'nothing is sent while the history is off').toEqual([])
  await checkPageAndCaptureScreenshot(first, 'home-history-prompt', 'desktop')
  await first.getByRole('button', { name: 'Turn on' }).press('Enter')
  await expect(first.getByText('Watch history is on').first()).toBeVisible()
  await expect(first.getByRole('button', { name: 'Turn on' })).toBeHidden()
  await expect.poll(() => sent).toEqual(['PUT'])

  await openHome(other)
  await expect(row(other).getByRole('link', { name: 'Slow river', exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Turn on' })).toBeHidden()
  await playAgain(other)
  await expect(resumed(other)).toBeVisible()
  expect(await second(other)).toBeGreaterThan(41)

  await row(first).getByRole('link', { name: 'History' }).click()
  await expect(first.getByRole('heading', { name: 'Your watch history is on.' })).toBeVisible()
  await expect(first.getByRole('link', { name: 'Slow river', exact: true })).toBeVisible()
  await checkPageAndCaptureScreenshot(first, 'history', 'desktop')
  await first.getByRole('textbox', { name: 'Search your history' }).fill('ocean')
  await first.keyboard.press('Enter')
  await expect(first.getByText('No video in your history matches “ocean”')).toBeVisible()
  await checkPageAndCaptureScreenshot(first, 'history-no-match', 'desktop')
  await first.getByRole('link', { name: 'Show all' }).press('Enter')
  await first.getByRole('button', { name: 'Remove “Slow river” from your history' }).press('Enter')
  await expect(first.getByText('Nothing here yet')).toBeVisible()
  await checkPageAndCaptureScreenshot(first, 'history-empty', 'desktop')
  expect(await keys(first)).toEqual([])

  await other.goto('/history')
  await other.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(other.getByRole('heading', { name: /^Your watch history is paused/ })).toBeVisible()
  await other.getByRole('link', { name: 'Turn off' }).press('Enter')
  await expect(other.getByRole('link', { name: 'Cancel' })).toBeFocused()
  await checkPageAndCaptureScreenshot(other, 'history-confirm', shape)
  await other.getByRole('button', { name: 'Turn off and delete' }).press('Enter')
  await expect(other.getByRole('heading', { name: 'Your watch history is off.' })).toBeVisible()
  await checkPageAndCaptureScreenshot(other, 'history-off', shape)
  expect(await keys(other)).toEqual([])
})
