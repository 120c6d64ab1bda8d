/*
 * Tests that a page prefetches the resources that its player requests first, and that the page fetches each
 * resource only once.
 */
import type { Page } from '@playwright/test'
import { getContent } from '#contract/content/content.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import {
  expect,
  openPageWithoutUserGesture,
  waitForPlayback,
  test,
} from '#tests/support/browser/browser-test.ts'

let ada: HttpTestClient
let id: string
let stream: string
test.beforeAll(async ({ server }) => {
  ada = await signUpOverHttp(server.url, 'frame_ada')
  id = await publishSampleVideo(
    ada,
    { title: 'Kite', type: 'music' },
    { seconds: 9, width: 854, height: 480 },
  )
  stream = (await ada.call(getContent, { params: { id } })).stream_url!
})

test('a page loaded directly prefetches the start of its video only once', async ({ person, server }) => {
  const first = await firstOf(server.url)
  const page = await person()
  await fakeConnection(page, 10)
  const asked = recordPaths(page)
  await openPageWithoutUserGesture(page, `/watch/${id}`)
  await expect.poll(() => pieces(asked)).toEqual(first)
  // The master playlist must be current when playback starts, so it is not prefetched.
  expect(asked).not.toContain(stream)
  await page.getByRole('button', { name: 'Play Kite' }).click()
  await waitForPlayback(page, 0.5)
  expect(asked.filter((path) => path === stream)).toHaveLength(1)
  for (const piece of first)
    expect(
      asked.filter((path) => path === piece),
      piece,
    ).toHaveLength(1)
})

test("navigating to a video prefetches its first segments together with the player's code", async ({
  person,
  server,
}) => {
  const first = await firstOf(server.url)
  const page = await person()
  await fakeConnection(page, 10)
  await page.goto('/music')
  const asked = recordPaths(page)
  await page.getByRole('link', { name: 'Kite', exact: true }).first().click()
  await waitForPlayback(page, 0.5)
  expect(pieces(asked).slice(0, 3)).toEqual(first)
  for (const piece of [stream, ...first])
    expect(
      asked.filter((path) => path === piece),
      piece,
    ).toHaveLength(1)
})

test("if Play is pressed before the scripts have loaded, the player's code loads before hydration", async ({
  person,
}) => {
  const page = await person()
  const pressed = Promise.withResolvers<void>()
  await page.route(/\/assets\/react-/, async (route) => {
    await pressed.promise
    await route.continue()
  })
  // React hydrates the page in the tasks of a message channel, so this page stays as the server has rendered it.
  await page.addInitScript(() => (MessagePort.prototype.postMessage = () => {}))
  const code = [/\/assets\/hls-stream-/, /\/assets\/player-with-controls-/].map((name) =>
    page.waitForRequest(name),
  )
  await page.goto(`/watch/${id}`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Play Kite' }).click()
  pressed.resolve()
  await Promise.all(code)
})

test('a video starts in the prefetched quality even if the connection allows a better one', async ({
  person,
}) => {
  await publishSampleVideo(
    ada,
    { title: 'Tall kite', type: 'talent' },
    { seconds: 6, width: 1280, height: 720, fps: 5 },
  )
  const page = await person({ viewport: { width: 1440, height: 900 } })
  await fakeConnection(page, 10)
  await page.goto('/talent')
  const asked = recordPaths(page)
  await page.getByRole('link', { name: 'Tall kite', exact: true }).first().click()
  await waitForPlayback(page, 1)
  const beginnings = asked.filter((path) => /seg_00001/.test(path))
  expect(beginnings).toHaveLength(1)
  expect(beginnings[0]).toMatch(/\/480p\//)
})

test('a video starts at 144p on a slow connection', async ({ person }) => {
  const page = await person()
  await fakeConnection(page, 0.4)
  const asked = recordPaths(page)
  await openPageWithoutUserGesture(page, `/watch/${id}`)
  await page.getByRole('button', { name: 'Play Kite' }).click()
  await waitForPlayback(page, 0.5)
  const beginnings = asked.filter((path) => /seg_00001/.test(path))
  expect(beginnings[0]).toMatch(/\/144p\//)
  // Playback does not start with the audio-only rendition, and the player does not offer this rendition.
  expect(asked.filter((path) => path.includes('/audio/'))).toEqual([])
})

test('a link with a timestamp prefetches the segment at that time', async ({ person, server }) => {
  const page = await person()
  await fakeConnection(page, 10)
  const asked = recordPaths(page)
  await openPageWithoutUserGesture(page, `/watch/${id}?t=5`)
  const [playlist, init] = await firstOf(server.url)
  await expect
    .poll(() => pieces(asked))
    .toEqual([playlist, init, playlist!.replace('index.m3u8', 'seg_00002.m4s')])
})

test('no video is prefetched when the data saver is on', async ({ person }) => {
  const page = await person()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const asked = recordPaths(page)
  await openPageWithoutUserGesture(page, `/watch/${id}`)
  await page.waitForLoadState('networkidle')
  expect(pieces(asked)).toEqual([])
})

test('the page head offers every size of the cover for preloading, and the browser fetches only one of them', async ({
  person,
  server,
}) => {
  const { cover_url } = await ada.call(getContent, { params: { id } })
  const text = await (await fetch(`${server.url}/watch/${id}`)).text()
  const sizes =
    /<link rel="preload" as="image" fetchPriority="high" imageSrcSet="([^"]+)" imageSizes="([^"]+)"/.exec(
      text,
    )!
  expect(sizes[1]).toContain(`${cover_url} 1280w`)
  expect(text).toContain(`<img src="${cover_url}" srcSet="${sizes[1]}" sizes="${sizes[2]}"`)
  const page = await person({ viewport: { width: 390, height: 844 } })
  const asked = recordPaths(page)
  await openPageWithoutUserGesture(page, `/watch/${id}`)
  // Counts only this video's covers, because the page also shows the covers of other videos.
  const own = folderOf(cover_url!)
  expect(asked.filter((path) => path.startsWith(`${own}poster`))).toEqual([`${own}poster.480.webp`])
})

test('leaving a page cancels its pending image requests', async ({ person }) => {
  // The first card's cover is loaded with high priority. The test observes the cover of another card, which
  // is loaded with normal priority.
  const later = await publishSampleVideo(ada, { title: 'Kite again', type: 'story' }, { seconds: 1, fps: 5 })
  await publishSampleVideo(ada, { title: 'Kite once more', type: 'story' }, { seconds: 1, fps: 5 })
  const { cover_url } = await ada.call(getContent, { params: { id: later } })
  const page = await person()
  await page.goto('/stories')
  await page.waitForLoadState('networkidle')
  const asked = recordPaths(page)
  await page.getByRole('link', { name: 'About', exact: true }).first().click()
  await page.waitForURL('/about')
  await expect(page.getByRole('link', { name: 'Kite again' })).toHaveCount(0)
  // Requests are recorded in order. When the request for /robots.txt has been recorded, all earlier requests
  // have been recorded too.
  await page.evaluate(() => fetch('/robots.txt'))
  await expect.poll(() => asked).toContain('/robots.txt')
  expect(asked.filter((path) => path.startsWith(folderOf(cover_url!)))).toEqual([])
})

/** Simulates a connection that is either fast enough or too slow for 480p. `downlink` is in Mbit/s. */
async function fakeConnection(page: Page, downlink: number): Promise<void> {
  await page.addInitScript((megabits) => {
    Object.defineProperty(navigator, 'connection', { value: { downlink: megabits } })
    // Hides the load times of the page's own files from the player, because these times depend on how busy
    // this machine is.
    performance.getEntriesByType = () => []
  }, downlink)
}

/**
 * The paths of the 480p playlist, its initialization segment and its first segment, as the media gateway
 * serves them.
 */
async function firstOf(url: string): Promise<string[]> {
  const master = await (await fetch(url + stream)).text()
  const name = /RESOLUTION=854x480.*\n(.+)/.exec(master)![1]!
  const playlist = new URL(name, url + stream)
  const text = await (await fetch(playlist)).text()
  const [init, segment] = [/URI="(.+)"/.exec(text)![1]!, /^seg.+$/m.exec(text)![0]]
  return [playlist, new URL(init, playlist), new URL(segment, playlist)].map(({ pathname }) => pathname)
}

/** Records, in order, the paths that a page requests from now on. */
function recordPaths(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  return asked
}

const folderOf = (path: string) => path.replace(/[^/]+$/, '')

const pieces = (asked: string[]) =>
  asked.filter((path) => /\/(index\.m3u8|init\.mp4|seg_\d+\.m4s)$/.test(path))
