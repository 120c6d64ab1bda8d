/* The watch page asks a signed-in person once whether they want to continue their videos on other devices. */
import type { Page } from '@playwright/test'
import { signIn } from '#contract/accounts/accounts.ts'
import {
  deleteHistoryEntry,
  getWatchHistoryState,
  listWatchHistory,
} from '#contract/engagement/watch-history.ts'
import { HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import {
  expect,
  openPageWithoutUserGesture,
  waitForPlayback,
  test,
} from '#tests/support/browser/browser-test.ts'

let id: string
test.beforeAll(async ({ server }) => {
  const ada = await signUpOverHttp(server.url, 'question_ada')
  const clip = { seconds: 60, width: 160, height: 90 }
  id = await publishSampleVideo(ada, { title: 'Slow river', type: 'story' }, clip)
})

const question = (page: Page) => page.getByRole('region', { name: 'Continue on your other devices?' })
const video = (page: Page) => page.locator('.stage video')
const second = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime)
const isPaused = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.paused)

async function play(page: Page): Promise<void> {
  const loaded = page.waitForResponse('**/api/me/history-state')
  await openPageWithoutUserGesture(page, `/watch/${id}`)
  await page.getByRole('button', { name: 'Play Slow river' }).press('Enter')
  await waitForPlayback(page, 0.2)
  await loaded
}

/** Pauses the video at 42 of its 60 seconds. */
async function pauseAt42(page: Page): Promise<void> {
  await page.keyboard.press('7')
  await expect.poll(() => second(page)).toBeGreaterThan(42)
  await waitForPlayback(page, 0.1)
  await page.keyboard.press('k')
  await expect.poll(() => isPaused(page)).toBe(true)
}

for (const { shape, options } of screenVariants)
  test(`a person pauses a video, turns on syncing of playback positions and continues on another device: ${shape}`, async ({
    person,
    server,
  }) => {
    const member = await signUpOverHttp(server.url, `ask_${shape.replace('-', '_')}`, 13)
    const [page, other] = [await person(options), await person(options)]
    for (const each of [page, other]) await setSessionCookies(each, member)
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/api/me/history/') && sent.push(request.method()))
    await play(page)
    await expect(question(page)).toHaveCount(0)
    await pauseAt42(page)
    await expect(question(page)).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'watch-history-question', shape)
    // A click on the text does not reach the player.
    await question(page).getByText('where you stopped').click()
    expect(await isPaused(page)).toBe(true)
    expect(sent, 'nothing is sent before the answer').toEqual([])

    await question(page).getByRole('button', { name: 'Turn on' }).press('Enter')
    await expect(page.getByText('Watch history is on').first()).toBeVisible()
    await expect(question(page)).toHaveCount(0)
    await expect(page.getByRole('slider', { name: 'Seek' })).toBeFocused()
    await expect.poll(() => sent).toContain('PUT')

    await play(other)
    await expect(other.getByText(/^Resumed at 0:4/)).toBeVisible()
    expect(await second(other)).toBeGreaterThan(41)
    await other.keyboard.press('k')
    await expect(question(other)).toHaveCount(0)
  })

test('a new device asks about syncing when a video starts, and the first device then uploads its positions', async ({
  person,
  server,
}) => {
  const member = await signUpOverHttp(server.url, 'ask_again')
  const secondSession = new HttpTestClient(server.url)
  await secondSession.call(signIn, {
    body: { email: 'ask_again@example.com', password: 'kayak-lantern-42' },
  })
  const [page, other] = [await person(), await person()]
  await setSessionCookies(page, member)
  await play(page)
  await pauseAt42(page)
  await expect(question(page)).toBeVisible()

  await setSessionCookies(other, secondSession)
  await play(other)
  await expect(question(other)).toBeVisible()
  expect(await isPaused(other)).toBe(false)
  await question(other).getByRole('button', { name: 'Turn on' }).click()
  await expect(question(other)).toHaveCount(0)

  const uploaded = page.waitForResponse('**/api/me/history/*')
  await page.goto('/')
  await uploaded
  await play(other)
  await expect(other.getByText(/^Resumed at 0:4/)).toBeVisible()

  // A video that is removed from the history does not come back. The other device saves its position now,
  // when it pauses, so it does not save the position again after the removal.
  const saved = other.waitForResponse('**/api/me/history/*')
  await other.keyboard.press('k')
  await saved
  await other.goto('/about')
  await member.call(deleteHistoryEntry, { params: { id } })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect((await member.call(listWatchHistory, { query: {} })).items).toEqual([])
})

test('a person who declines syncing with “No, thanks” is not asked again', async ({ person, server }) => {
  const member = await signUpOverHttp(server.url, 'ask_never')
  const [page, other] = [await person(), await person()]
  for (const each of [page, other]) await setSessionCookies(each, member)
  await play(page)
  await pauseAt42(page)
  await question(page).getByRole('button', { name: 'No, thanks' }).click()
  await expect(page.getByText('Watch history stays off').first()).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  expect(await member.call(getWatchHistoryState, {})).toEqual({ state: 'off' })
  await play(other)
  await pauseAt42(other)
  await expect(question(other)).toHaveCount(0)
})
