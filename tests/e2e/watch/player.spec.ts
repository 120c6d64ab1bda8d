import type { Page } from '@playwright/test'
import { getContent } from '#contract/content/content.ts'
import { deleteContent, updateContent } from '#contract/content/own-content.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import {
  expect,
  openPageWithoutUserGesture,
  waitForPlayback,
  test,
} from '#tests/support/browser/browser-test.ts'

let ada: HttpTestClient
let song: string
let short: string
test.beforeAll(async ({ server }) => {
  ada = await signUpOverHttp(server.url, 'player_ada')
  const teaser = await publishSampleVideo(ada, { title: 'Teaser' })
  song = await publishSampleVideo(ada, { title: 'Long song' }, { seconds: 14, width: 160, height: 90 })
  short = await publishSampleVideo(ada, { title: 'Short song' }, { seconds: 4 })
  await ada.call(updateContent, { params: { id: song }, body: { trailer_url: `/watch/${teaser}` } })
})

test('the player controls can seek forward and back, and they disappear after two seconds', async ({
  person,
}) => {
  const page = await person()
  await openPageWithoutUserGesture(page, `/watch/${song}`)
  await page.getByRole('button', { name: 'Play Long song' }).click()
  await waitForPlayback(page, 0.2)
  await page.mouse.move(300, 300)
  const before = Date.now()
  await expect(page.locator('.stage')).not.toHaveAttribute('data-controls', { timeout: 6000 })
  expect(Date.now() - before).toBeGreaterThan(1900)
  await page.mouse.move(320, 300)
  await page.getByRole('button', { name: 'Pause' }).click()
  const seek = page.getByRole('slider', { name: 'Seek' })
  await seek.press('Home')
  await expect.poll(() => time(page)).toBe(0)
  await seek.press('ArrowRight')
  await expect.poll(() => time(page)).toBe(0.1)
  await page.getByRole('button', { name: 'Forward 10 seconds' }).click()
  await expect.poll(() => time(page)).toBe(10.1)
  await page.getByRole('button', { name: 'Back 10 seconds' }).click()
  await expect.poll(() => time(page)).toBe(0.1)
  await page.getByRole('slider', { name: 'Volume' }).press('ArrowLeft')
  await expect(page.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '90%')
  const whole = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.keyboard.press('f')
  await expect.poll(whole).toBe(true)
  await page.keyboard.press('f')
  await expect.poll(whole).toBe(false)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'Back / forward 10 seconds',
  )
})

/** Holds back the code of the player. Returns a function that lets it load. */
async function holdPlayerCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/player-with-controls-*.js', (route) => promise.then(() => route.continue()))
  return resolve
}

test('the play button keeps the focus while the player’s code loads', async ({ person }) => {
  const page = await person()
  const load = await holdPlayerCode(page)
  await openPageWithoutUserGesture(page, `/watch/${song}`)
  const button = page.getByRole('button', { name: 'Play Long song' })
  await button.focus()
  const before = await button.elementHandle()
  load()
  await before!.waitForElementState('hidden')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await waitForPlayback(page, 0.2)
})

test('a press on the play button counts even if the player’s code arrives before it is released', async ({
  person,
}) => {
  const page = await person()
  const load = await holdPlayerCode(page)
  await openPageWithoutUserGesture(page, `/watch/${song}`)
  await page.getByRole('button', { name: 'Play Long song' }).hover()
  const arrives = page.waitForResponse(/player-with-controls-/)
  await page.mouse.down()
  load()
  await (await arrives).finished()
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => setTimeout(idle))))
  await page.mouse.up()
  await waitForPlayback(page, 0.2)
})

test('the player switches between a video and its trailer and keeps both playback positions', async ({
  person,
}) => {
  const page = await person()
  await openPageWithoutUserGesture(page, `/watch/${song}?t=5`)
  await page.getByRole('button', { name: 'Play Long song' }).click()
  const choice = page.getByRole('group', { name: 'What to play' })
  await waitForPlayback(page, 0.2)
  await choice.getByRole('button', { name: 'Trailer' }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.duration ?? 9) < 3)
  await choice.getByRole('button', { name: 'Video' }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 5)
})

test('the player starts muted and offers to unmute when the browser blocks autoplay with sound', async ({
  person,
}) => {
  const page = await person()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true, isActive: true } })
  })
  // No Playwright code may run in the page before the browser has blocked autoplay, because such code would
  // count as a user gesture. The test waits for the watch session script, which loads only when the video
  // plays.
  const began = page.waitForResponse(/\/assets\/watch-session-/)
  await page.goto(`/watch/${song}`, { waitUntil: 'commit' })
  await began
  const sound = page.getByRole('button', { name: 'Tap for sound' })
  await expect(sound).toBeVisible()
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
  await waitForPlayback(page, 0.2)
  await page.mouse.move(300, 300)
  await sound.click()
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(false)
})

test('theater mode fills the page width, and the player remembers the mode', async ({ person }) => {
  const page = await person()
  await openPageWithoutUserGesture(page, `/watch/${short}`)
  await page.getByRole('button', { name: 'Play Short song' }).click()
  await waitForPlayback(page, 0.2)
  const stage = page.locator('.stage')
  const related = page.getByRole('complementary', { name: 'Related' })
  const isWide = async () => {
    const [box, beside] = [await stage.boundingBox(), await related.boundingBox()]
    const inside = await page.evaluate(() => document.documentElement.clientWidth)
    return box!.width >= Math.min(inside, 1520) - 1 && beside!.y >= box!.y + box!.height
  }
  for (const width of [1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await isWide()).toBe(false)
    await page.keyboard.press('t')
    await expect.poll(isWide).toBe(true)
    const { y, height } = (await stage.boundingBox())!
    expect(y + height, 'the controls are on the screen').toBeLessThanOrEqual(900)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await page.keyboard.press('t')
    await expect.poll(isWide).toBe(false)
  }
  await page.mouse.move(300, 300)
  await page.getByRole('button', { name: 'Theatre' }).click()
  await page.reload()
  await expect.poll(isWide).toBe(true)
  await page.getByRole('button', { name: 'Play Short song' }).click()
  await waitForPlayback(page, 0.2)
  await page.mouse.move(300, 300)
  await expect(page.getByRole('button', { name: 'Theatre' })).toHaveAttribute('aria-pressed', 'true')
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await stage.boundingBox())!.width, 'a phone has one layout').toBe(390)
})

test('when a video ends, every player offers a replay, and the watch page also offers the next video', async ({
  person,
}) => {
  const page = await person()
  await openPageWithoutUserGesture(page, `/watch/${short}`)
  await page.getByRole('button', { name: 'Play Short song' }).click()
  const end = page.getByRole('region', { name: 'The video has ended' })
  const replay = end.getByRole('button', { name: 'Replay' })
  await expect(replay).toBeFocused()
  await assertPageAccessibility(page, 'end of a video')
  // The next video does not start by itself, because the viewer has not enabled autoplay.
  await expect(end.getByText('Up next')).toBeVisible()
  await replay.press('Enter')
  await expect(end).toBeHidden()
  await waitForPlayback(page, 0.2)
  await expect(replay).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.endsWith(short))

  await page.goto('/')
  await page.getByRole('button', { name: 'Play: Short song' }).first().click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Replay' })).toBeVisible()

  const { playback_id } = await ada.call(getContent, { params: { id: short } })
  await openPageWithoutUserGesture(page, `/embed/${playback_id}`)
  await page.getByRole('button', { name: 'Play Short song' }).click()
  await replay.click()
  await expect(end).toBeHidden()
})

test('the settings menu fits inside a tall player and becomes a sheet in a short player', async ({
  person,
}) => {
  const page = await person()
  await openPageWithoutUserGesture(page, `/watch/${song}`)
  await page.getByRole('button', { name: 'Play Long song' }).click()
  await waitForPlayback(page, 0.2)
  await page.keyboard.press('k')
  const stage = page.locator('.stage')
  const menu = page.getByRole('menu', { name: 'Settings' })
  for (const [width, height] of [
    [1440, 900],
    [844, 390],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect(menu).toBeVisible()
    const [inside, outside] = [(await menu.boundingBox())!, (await stage.boundingBox())!]
    expect(inside.y + inside.height, 'its lower edge is on the screen').toBeLessThanOrEqual(height)
    if (outside.height < 300) expect(inside).toMatchObject({ x: 0, width })
    else expect(inside.y).toBeGreaterThanOrEqual(outside.y)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    const controls = (await page.locator('.controls-row').boundingBox())!
    expect(controls.y + controls.height, 'the controls are on the screen').toBeLessThanOrEqual(height)
  }
})

test('on a phone a double tap skips ten seconds without going full screen', async ({ person }) => {
  const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await openPageWithoutUserGesture(page, `/watch/${song}`)
  await page.getByRole('button', { name: 'Play Long song' }).tap()
  await waitForPlayback(page, 0.2)
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.pause()
    Reflect.set(window, 'fullScreens', 0)
    Element.prototype.requestFullscreen = async () => {
      Reflect.set(window, 'fullScreens', Reflect.get(window, 'fullScreens') + 1)
    }
  })
  const { x, y, width, height } = (await page.locator('.stage').boundingBox())!
  const tapTwice = async (part: number) => {
    for (let tap = 0; tap < 2; tap += 1) await page.touchscreen.tap(x + width * part, y + height * 0.4)
  }
  const before = await time(page)
  await tapTwice(0.85)
  await expect.poll(() => time(page)).toBeCloseTo(before + 10, 0)
  await tapTwice(0.15)
  await expect.poll(() => time(page)).toBeCloseTo(before, 0)
  await tapTwice(0.5)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'fullScreens'))).toBe(0)
})

test('the player explains why a video cannot be played and offers a Retry button', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 404/)
  const page = await person()
  const { playback_id, stream_url } = await ada.call(getContent, { params: { id: song } })
  const says = async (text: string, on = page) => {
    const panel = on.getByRole('alert').filter({ hasText: 'Video Playback Error' })
    await expect(panel).toContainText(text)
    return panel.getByRole('button', { name: 'Retry' })
  }
  const open = async () => {
    await openPageWithoutUserGesture(page, `/embed/${playback_id}`)
    await page.getByRole('button', { name: 'Play Long song' }).click()
  }
  // The server first returns segments without video data, and then an invalid playlist.
  await page.route('**/*.m4s', (route) => route.fulfill({ body: Buffer.alloc(20_000, 7) }))
  await open()
  const retry = await says('Video codec not supported. Use H.264 + AAC (yuv420p).')
  await page.unroute('**/*.m4s')
  await retry.click()
  await waitForPlayback(page, 0.2)
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeAttached()
  await page.route('**/*.m3u8', (route) =>
    route.fulfill({ body: 'hello', contentType: 'application/vnd.apple.mpegurl' }),
  )
  await open()
  await says('Video format not supported (use MP4/H.264 + AAC).')
  await page.unroute('**/*.m3u8')
  // The video is deleted while the page is open, before the viewer has loaded any segments.
  const late = await person()
  // Even after a user gesture, an embedded player does not start by itself.
  await late.goto(`/embed/${playback_id}`)
  await ada.call(deleteContent, { params: { id: song } })
  await expect.poll(async () => (await late.request.get(stream_url!)).status()).toBe(404)
  await late.getByRole('button', { name: 'Play Long song' }).click()
  await says('This video is no longer available.', late)
})

function time(page: Page): Promise<number> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => Math.round(video.currentTime * 10) / 10)
}
