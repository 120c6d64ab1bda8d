import type { Page } from '@playwright/test'
import { deleteContent, getContent, updateContent } from '#contract/content.ts'
import { joined, type Visitor } from '../media/member.ts'
import { film } from './support/films.ts'
import { expect, opensCold, plays, test } from './support/site.ts'

let ada: Visitor
let song: string
test.beforeAll(async ({ server }) => {
  ada = await joined(server.url, 'player_ada')
  const teaser = await film(ada, { title: 'Teaser' })
  song = await film(ada, { title: 'Long song' }, { seconds: 14, width: 160, height: 90 })
  await ada.call(updateContent, { params: { id: song }, body: { trailer_url: `/watch/${teaser}` } })
})

test('the controls: ten seconds on and back, fine steps, and away after two seconds', async ({ person }) => {
  const page = await person()
  await opensCold(page, `/watch/${song}`)
  await page.getByRole('button', { name: 'Play Long song' }).click()
  await plays(page, 0.2)
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
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Back or on by 10 seconds')
})

test('a trailer can be switched to where there is one, and each keeps its place', async ({ person }) => {
  const page = await person()
  await opensCold(page, `/watch/${song}?t=5`)
  await page.getByRole('button', { name: 'Play Long song' }).click()
  const choice = page.getByRole('group', { name: 'What to play' })
  await plays(page, 0.2)
  await choice.getByRole('button', { name: 'Trailer' }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.duration ?? 9) < 3)
  await choice.getByRole('button', { name: 'Video' }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 5)
})

test('a browser that forbids sound plays without, and offers it', async ({ person }) => {
  const page = await person()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true, isActive: true } })
  })
  // Nothing of the driver's may run in the page before the browser has refused: it would count as a gesture. What stands beside
  // the picture comes when it plays.
  const began = page.waitForResponse(/\/assets\/company-/)
  await page.goto(`/watch/${song}`, { waitUntil: 'commit' })
  await began
  const sound = page.getByRole('button', { name: 'Tap for sound' })
  await expect(sound).toBeVisible()
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
  await plays(page, 0.2)
  await page.mouse.move(300, 300)
  await sound.click()
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(false)
})

test('what cannot be played says why, and Retry tries again', async ({ person, expectedTrouble }) => {
  expectedTrouble.push(/status of 404/)
  const page = await person()
  const { playback_id, stream_url } = await ada.call(getContent, { params: { id: song } })
  const says = async (text: string, on = page) => {
    const panel = on.getByRole('alert').filter({ hasText: 'Video Playback Error' })
    await expect(panel).toContainText(text)
    return panel.getByRole('button', { name: 'Retry' })
  }
  const open = async () => {
    await opensCold(page, `/embed/${playback_id}`)
    await page.getByRole('button', { name: 'Play Long song' }).click()
  }
  // Bytes that are no video; then a playlist that is none.
  await page.route('**/*.m4s', (route) => route.fulfill({ body: Buffer.alloc(20_000, 7) }))
  await open()
  const retry = await says('Video codec not supported. Use H.264 + AAC (yuv420p).')
  await page.unroute('**/*.m4s')
  await retry.click()
  await plays(page, 0.2)
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeAttached()
  await page.route('**/*.m3u8', (route) =>
    route.fulfill({ body: 'hello', contentType: 'application/vnd.apple.mpegurl' }),
  )
  await open()
  await says('Video format not supported (use MP4/H.264 + AAC).')
  await page.unroute('**/*.m3u8')
  // Deleted while the page was open, by somebody who has none of it kept.
  const late = await person()
  // Not even somebody whose gesture the browser has seen gets it played unasked.
  await late.goto(`/embed/${playback_id}`)
  await ada.call(deleteContent, { params: { id: song } })
  await expect.poll(async () => (await late.request.get(stream_url!)).status()).toBe(404)
  await late.getByRole('button', { name: 'Play Long song' }).click()
  await says('This video is not available any more.', late)
})

function time(page: Page): Promise<number> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => Math.round(video.currentTime * 10) / 10)
}
