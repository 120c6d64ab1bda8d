/*
 * Tests that a video starts as soon as Play is pressed, even if the page's scripts have not loaded, and that hls.js
 * continues the video without interrupting it.
 */
import type { Page, Route } from '@playwright/test'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { expect, test, waitForPlayback } from '#tests/support/browser/browser-test.ts'

const seconds = 18

let ada: HttpTestClient
let id: string
test.beforeAll(async ({ server }) => {
  ada = await signUpOverHttp(server.url, 'early_start_ada')
  id = await publishSampleVideo(ada, { title: 'Sunrise' }, { seconds, width: 256, height: 144, fps: 5 })
})

test('the first frame appears before hls.js has loaded, and the video plays to its end without a gap', async ({
  person,
}) => {
  const page = await person()
  const release = await holdScripts(page)
  const asked = recordMedia(page)
  await recordVideoEvents(page)
  await pressPlay(page)
  await waitForPlayback(page, 1)
  await expect(page.locator('.stage[data-early="playing"]')).toHaveCount(1)
  await page.evaluate(() => Object.assign(globalThis, { early: document.querySelector('video') }))
  release()
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeAttached()
  await page.waitForFunction(() => document.querySelector('video')?.ended, null, { timeout: 60_000 })
  const video = await page.evaluate(() => {
    const element = document.querySelector('video')!
    const { played, duration } = element
    const { early, videoEvents } = globalThis as unknown as { early: unknown; videoEvents: string[] }
    return {
      isSame: element === early && element.matches('.stage > video'),
      played: Array.from({ length: played.length }, (_, nth) => [played.start(nth), played.end(nth)]),
      duration,
      videoEvents,
    }
  })
  expect(video.isSame).toBe(true)
  expect(video.played).toEqual([[0, video.duration]])
  expect(video.duration).toBeCloseTo(seconds, 0)
  // On a busy machine, the browser can stall and fire `playing` again.
  expect([...new Set(video.videoEvents)]).toEqual(['play', 'playing', 'pause', 'ended'])
  const segments = asked.filter((path) => /seg_/.test(path)).map((path) => path.replace(/.*seg_/, ''))
  expect(segments.toSorted()).toEqual(['00001.m4s', '00002.m4s', '00003.m4s', '00004.m4s', '00005.m4s'])
  const playlistsAndInit = asked.filter((path) => !/seg_/.test(path))
  expect(playlistsAndInit).toEqual([...new Set(playlistsAndInit)])
})

test('on a slow connection, pressing Play cancels the download of the scripts until the video is buffered', async ({
  person,
}) => {
  const page = await person()
  await slowDown(page)
  const release = await holdScripts(page)
  const events: string[] = []
  const note = (event: string, url: string) => {
    const name = url.split('/').at(-1)!
    if (/^seg_|\.js$/.test(name)) events.push(`${event} ${name.replace(/.*\.js$/, 'script')}`)
  }
  page.on('request', (request) => note('start', request.url()))
  page.on('requestfinished', (request) => note('finish', request.url()))
  page.on('requestfailed', (request) => note('cancel', request.url()))
  await page.goto(`/watch/${id}`, { waitUntil: 'commit' })
  await expect.poll(() => events).toContain('start script')
  await page.getByRole('button', { name: 'Play Sunrise' }).click()
  await waitForPlayback(page, 0.5)
  const count = (event: string) => events.filter((one) => one === event).length
  // All scripts are requested again, but not before the second segment has arrived.
  await expect.poll(() => count('start script') > count('cancel script')).toBe(true)
  const cancelled = count('cancel script')
  expect(cancelled).toBeGreaterThan(5)
  const again = events.findLastIndex((event) => event === 'cancel script') + 1
  expect(events.slice(0, again).filter((event) => event === 'start script')).toHaveLength(cancelled)
  expect(events.slice(again, events.indexOf('start script', again))).toContain('finish seg_00002.m4s')
  release()
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeAttached()
})

test('the video can be paused before the scripts have loaded, and then stays paused', async ({ person }) => {
  const page = await person()
  const release = await holdScripts(page)
  await pressPlay(page)
  await waitForPlayback(page, 0.5)
  await page.getByRole('button', { name: 'Play Sunrise' }).click()
  release()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  expect(await page.evaluate(() => document.querySelector('video')!.paused)).toBe(true)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await waitForPlayback(page, 0.5)
})

test('if the first segment cannot be loaded early, the player starts the video', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/seg_00001/)
  const page = await person()
  const failed = Promise.withResolvers<void>()
  let hasFailed = false
  await page.route(/seg_00001/, async (route) => {
    if (hasFailed) return route.continue()
    hasFailed = true
    await route.fulfill({ status: 503 })
    failed.resolve()
  })
  const release = await holdScripts(page)
  await pressPlay(page)
  await failed.promise
  await expect(page.locator('.stage[data-early]')).toHaveCount(0)
  release()
  await waitForPlayback(page, 0.5)
})

test('a link with a timestamp starts early at that position', async ({ person }) => {
  const page = await person()
  const release = await holdScripts(page)
  const asked = recordMedia(page)
  await pressPlay(page, '?t=9.5')
  await waitForPlayback(page, 0.5)
  expect(await position(page)).toBeGreaterThanOrEqual(9.5)
  release()
  await page.waitForFunction(() => document.querySelector('video')?.ended, null, { timeout: 60_000 })
  expect(asked.filter((path) => /seg_0000[12]/.test(path))).toEqual([])
})

test('a video that resumes at a stored position does not start early from the beginning', async ({
  person,
}) => {
  const page = await person()
  await page.addInitScript((video) => {
    localStorage.setItem('positions:', JSON.stringify([{ id: video, seconds: 13, at: Date.now() }]))
  }, id)
  const release = await holdScripts(page)
  await pressPlay(page)
  await expect(page.locator('.stage[data-early]')).toHaveCount(0)
  release()
  await waitForPlayback(page, 0.5)
  expect(await position(page)).toBeGreaterThanOrEqual(13)
})

const position = (page: Page) => page.evaluate(() => document.querySelector('video')!.currentTime)

async function pressPlay(page: Page, query = ''): Promise<void> {
  await page.goto(`/watch/${id}${query}`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Play Sunrise' }).click()
}

/** Simulates a connection on which the page is first painted after more than half a second. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const bytesPerSecond = 200_000
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

/** Holds the page's scripts back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route: Route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

/** Records, in order, the paths of the media files that a page requests. */
function recordMedia(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.(m3u8|m4s|mp4)$/.test(pathname)) asked.push(pathname)
  })
  return asked
}

/** Records the events that show an interruption, once each. */
async function recordVideoEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const videoEvents: string[] = []
    Object.assign(globalThis, { videoEvents })
    for (const name of ['play', 'playing', 'pause', 'seeking', 'emptied', 'ratechange', 'error', 'ended'])
      document.addEventListener(name, ({ type }) => videoEvents.push(type), true)
  })
}
