import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { updateContent } from '#contract/content/own-content.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import {
  expect,
  openPageWithoutUserGesture,
  testPassword,
  test,
} from '#tests/support/browser/browser-test.ts'

let ada: HttpTestClient
let bea: HttpTestClient
let show: string
test.beforeAll(async ({ server }) => {
  // The creators of these videos are adults, because other sites can embed only videos by adults.
  ada = await signUpOverHttp(server.url, 'watch_ada', 18)
  bea = await signUpOverHttp(server.url, 'watch_bea')
  show = await publishSampleVideo(
    ada,
    { title: 'Pilot', type: 'show', genre: 'Docuseries', description: 'First try.' },
    { seconds: 6 },
  )
})

const abort = (route: Route) => route.abort()

test('the watch page shows all details of a video and has a working share button', async ({ person }) => {
  const page = await person({ permissions: ['clipboard-read', 'clipboard-write'] })
  await openPageWithoutUserGesture(page, `/watch/${show}`)
  const about = page.getByRole('main')
  await expect(about.getByRole('heading', { level: 1, name: 'Pilot' })).toBeVisible()
  await expect(about.getByText('TV show', { exact: true })).toBeVisible()
  await expect(about.getByText('Docuseries', { exact: true })).toBeVisible()
  await expect(about.locator('time').first()).toHaveText(/^\d{1,2} \w+ 20\d\d$/)
  await expect(about.getByRole('link', { name: 'watch_ada @watch_ada' })).toHaveAttribute(
    'href',
    '/creator/watch_ada',
  )
  await expect(about.getByText('First try.')).toBeVisible()

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  await expect(page.getByText('Share it with friends!')).toBeVisible()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  expect(await copied()).toBe(page.url())
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    Object.defineProperty(video, 'currentTime', { value: 4.2, configurable: true })
  })
  const more = page.getByRole('button', { name: 'More ways to share' })
  await more.click()
  await page.getByRole('checkbox', { name: 'Start at 0:04' }).check()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(copied).toBe(`${page.url()}?t=4`)
  await page.getByRole('button', { name: 'Copy embed code' }).click()
  await expect.poll(copied).toMatch(/^<iframe src="http[^"]+\/embed\/[\w-]+\?t=4" title="Pilot" /)
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()

  await forbidClipboard(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('alert').getByText('Copy failed')).toBeVisible()
})

test('a link with a timestamp starts the video at that time', async ({ person }) => {
  const page = await person()
  await openPageWithoutUserGesture(page, `/watch/${show}?t=4`)
  await page.getByRole('button', { name: 'Play Pilot' }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 4)
  expect(
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.played.start(0)),
  ).toBeCloseTo(4, 0)
  // The video has no trailer, so the player offers no choice between video and trailer.
  await expect(page.getByRole('group', { name: 'What to play' })).toHaveCount(0)
})

test('the buttons under a video fit a narrow phone', async ({ person }) => {
  for (const who of [bea, ada]) {
    const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await setSessionCookies(page, who)
    await openPageWithoutUserGesture(page, `/watch/${show}`)
    await page.getByRole('button', { name: /^Like \d/ }).click()
    await expect(page.getByRole('button', { name: /^Liked/ })).toBeVisible()
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const ends = await page
        .locator('.about-buttons button, .about-buttons a')
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().right))
      expect(Math.max(...ends), `${width} px`).toBeLessThanOrEqual(width)
    }
    // Closing the page would cancel the request, and the video would keep the like.
    const unliked = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await page.getByRole('button', { name: /^Liked/ }).click()
    await unliked
    await expect(page.getByRole('button', { name: /^Like \d/ })).toBeVisible()
  }
})

test('the page of a missing video shows an error message, a toast and a link to the home page', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 404/)
  const page = await person()
  await page.goto('/watch/01890000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Video not found' })).toBeVisible()
  await expect(page.getByText('It may have been removed or the link is wrong')).toBeVisible()
  const toast = page.getByRole('alert')
  await expect(toast.getByText('Not found', { exact: true })).toBeVisible()
  await expect(toast.getByText("That video doesn't exist (or was removed)")).toBeVisible()
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL('/')
})

test('liking requires signing in, and a failed like is reverted', async ({ person, expectedTrouble }) => {
  expectedTrouble.push(/ERR_FAILED/)
  const page = await person()
  await page.goto(`/watch/${show}`)
  const like = page.getByRole('button', { name: /^Like \d/ })
  // Until React has hydrated this part of the page, the button submits its form without JavaScript.
  const waitForHydration = () =>
    expect
      .poll(() =>
        like.evaluate((button) => Object.keys(button).some((key) => key.startsWith('__reactProps'))),
      )
      .toBe(true)
  await waitForHydration()
  await like.click()
  await expect(page.getByRole('status').getByText('Sign in to like videos')).toBeVisible()
  await expect(like).toContainText('0')
  await page.getByRole('region', { name: 'Notices' }).getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/watch/${show}`)}&for=like`)
  await expect(page.getByText('Sign in to like videos')).toBeVisible()
  await setSessionCookies(page, bea)
  await page.goto(`/watch/${show}`)
  await page.route('**/like', abort)
  await waitForHydration()
  await like.click()
  await expect(page.getByRole('alert').filter({ hasText: "Couldn't update like" })).toContainText(
    'We will be right back.',
  )
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/like')
  await like.click()
  await expect(page.getByRole('button', { name: 'Liked 1 like' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('status').filter({ hasText: 'Liked, 1 like' })).toBeAttached()
  await page.getByRole('button', { name: 'Liked 1 like' }).click()
  await expect(page.getByRole('button', { name: 'Like 0 likes' })).toHaveAttribute('aria-pressed', 'false')
})

test('a new comment appears live for other viewers, and a comment that could not be posted stays in the text box', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/ERR_FAILED/)
  const page = await person()
  await page.goto(`/watch/${show}`)
  const panel = page.locator('#comments')
  const next = `?next=${encodeURIComponent(`/watch/${show}`)}`
  await expect(panel.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', `/signup${next}`)
  await panel.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(`/login${next}&for=comment`)
  await page.getByRole('textbox', { name: 'Email' }).fill('watch_bea@example.com')
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(`/watch/${show}`)

  const box = panel.getByRole('textbox', { name: 'Your comment' })
  const post = panel.getByRole('button', { name: 'Post' })
  const clear = panel.getByRole('button', { name: 'Clear' })
  await expect(post).toHaveAttribute('aria-disabled', 'true')
  await expect(clear).toHaveAttribute('aria-disabled', 'true')
  await box.fill('   ')
  await post.press('Enter')
  await expect(box).toBeFocused()
  await expect(panel.getByText('No comments yet. Be the first!')).toBeVisible()
  await box.fill('never mind')
  await clear.click()
  await expect(box).toHaveValue('')

  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await bea.fetch('/api/me/avatar', { method: 'PUT', body: new Uint8Array(picture) })
  await page.reload()
  await expect(panel.locator('form.composer .avatar img'), 'her own picture').toHaveAttribute('src', /^\//)
  await bea.fetch('/api/me/avatar', { method: 'DELETE' })

  const watcher = await person()
  await setSessionCookies(watcher, ada)
  await watcher.goto(`/watch/${show}`)
  await page.route('**/comments', abort)
  await box.fill('great start')
  await post.click()
  await expect(page.getByRole('alert').getByText('Comment not posted')).toBeVisible()
  await expect(box).toHaveValue('great start')
  await page.unroute('**/comments')
  await post.click()
  await expect(panel.getByRole('listitem').filter({ hasText: 'great start' })).toContainText('You')
  await expect(box).toHaveValue('')

  const arrived = watcher.locator('#comments').getByRole('listitem').filter({ hasText: 'great start' })
  const { me } = (await (await page.request.get('/api/session')).json()) as { me: { id: string } }
  await expect(arrived).toContainText(`@watch_bea${me.id.slice(0, 8)}`)
  await expect(arrived.getByRole('button', { name: 'Delete comment' })).toBeHidden()
  await expect(
    watcher.getByRole('status').filter({ hasText: 'New comment from @watch_bea: great start' }),
  ).toBeAttached()
  await box.fill('and a second one')
  await post.click()
  const second = panel.getByRole('listitem').filter({ hasText: 'and a second one' })
  const first = panel.getByRole('listitem').filter({ hasText: 'great start' })
  const undo = panel.getByRole('button', { name: 'Undo' })
  // A comment that was deleted by mistake can be restored with one key press. Other viewers still see the
  // comment, because the deletion is not final yet.
  await first.getByRole('button', { name: 'Delete comment' }).press('Enter')
  await expect(first).toBeHidden()
  await expect(undo).toBeFocused()
  await assertPageAccessibility(page, 'deleted comment')
  await undo.press('Enter')
  await expect(first.getByRole('button', { name: 'Delete comment' })).toBeFocused()
  // A comment that was deleted on purpose disappears for everyone after a few seconds. The focus moves to the
  // heading.
  await page.clock.install()
  await first.getByRole('button', { name: 'Delete comment' }).click()
  await expect(undo).toBeVisible()
  await page.clock.fastForward(7000)
  await expect(arrived).toBeVisible()
  await page.clock.fastForward(2000)
  await expect(arrived).toBeHidden()
  await expect(undo).toBeHidden()
  await expect(panel.getByText('great start')).toBeHidden()
  await expect(panel.getByRole('heading', { name: /^Comments/ })).toBeFocused()
  // If the user leaves or closes the page, the deletion becomes final at once and can no longer be undone.
  await second.getByRole('button', { name: 'Delete comment' }).click()
  await page.goto('about:blank')
  await expect(
    watcher.locator('#comments').getByRole('listitem').filter({ hasText: 'and a second one' }),
  ).toBeHidden()
})

test('a creator page can be opened by username in any letter case or by user ID', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 404/)
  const page = await person()
  await page.goto('/creator/WATCH_ada')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('@watch_ada')
  await expect(page.getByRole('link', { name: 'Pilot', exact: true })).toBeVisible()
  const { me } = (await (await bea.fetch('/api/session')).json()) as { me: { id: string } }
  await page.goto(`/creator/id/${me.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('@watch_bea')
  await expect(page.locator('.creator-head .avatar')).toHaveText('W')
  await expect(page.getByText('No videos yet')).toBeVisible()
  await page.goto('/creator/nobody_at_all')
  await expect(page.getByRole('heading', { name: 'Creator not found' })).toBeVisible()
  await expect(page.getByText("We couldn't find that username")).toBeVisible()
  await page.getByRole('link', { name: 'Go home' }).click()
  await expect(page).toHaveURL('/')
})

test('the watch page offers the owner no delete button and lists their other videos', async ({ person }) => {
  const page = await person()
  await setSessionCookies(page, ada)
  const other = await publishSampleVideo(ada, { title: 'Second try', type: 'show', genre: 'News' })
  await ada.call(updateContent, { params: { id: other }, body: { description: 'Better.' } })
  await bea.call(putLike, { params: { id: other } })
  await page.goto(`/watch/${show}`)
  await expect(page.getByRole('main').getByRole('button', { name: /delete/i })).toHaveCount(0)
  const related = page.getByRole('complementary', { name: 'Related' }).getByRole('listitem')
  await expect(related.first()).toContainText('Second try')
  await expect(related.first()).toContainText('News')
  await expect(related.first().locator('time')).toHaveText(/20\d\d/)
  await expect(related.first()).toContainText(/Likes:\s*1/)
  await expect(related.first().locator('.card-cover img')).toBeVisible()
})

/** Makes the browser behave as if the user had denied the clipboard permission. */
async function forbidClipboard(page: Page): Promise<void> {
  const { targetInfo } = await (await page.context().newCDPSession(page)).send('Target.getTargetInfo')
  const settings = await page.context().browser()!.newBrowserCDPSession()
  await settings.send('Browser.setPermission', {
    permission: { name: 'clipboard-write' },
    setting: 'denied',
    origin: new URL(page.url()).origin,
    browserContextId: targetInfo.browserContextId,
  })
}
