import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'
import { startVastServer, type VastServer } from '#tests/support/servers/vast-server.ts'
import {
  expect,
  openPageWithoutUserGesture,
  testPassword,
  waitForPlayback,
  test,
} from '#tests/support/browser/browser-test.ts'

/*
 * Uses a site with ADS=on, a local ad server, and a six-second video by an adult creator. The last test in
 * this file turns ads off.
 */
test.describe.configure({ mode: 'serial' })
let site: TestSite
let vast: VastServer
let watch: string
let maker: Page

test.beforeAll(async ({ browser }) => {
  site = await startTestSite({ ADS: 'on' })
  vast = await startVastServer({
    short: await createTestClip(undefined, { seconds: 3 }),
    long: await createTestClip(undefined, { seconds: 12 }),
  })
  maker = await (await browser.newContext({ baseURL: site.url })).newPage()
  await signUpMember(maker, 'maker', 19)
  const id = await publishVideo(maker, await createTestClip(undefined, { seconds: 6 }))
  watch = `/watch/${id}`
})

test.afterAll(async () => {
  await maker.context().close()
  await site.close()
  await vast.close()
})

test('an 18-year-old viewer can skip an ad, and the ad server does not learn who the viewer is', async ({
  person,
}) => {
  await setAds({ vast_tag_url: `${vast.url}/inline?skip=1`, ad_breaks: [0] })
  const viewer = await adult(person)
  const asked: string[] = []
  viewer.on('request', (request) => {
    if (request.url().startsWith(vast.url)) asked.push(new URL(request.url()).pathname.replace('/track/', ''))
  })
  await pressPlay(viewer)
  const ad = viewer.getByRole('region', { name: 'Ad', exact: true })
  await expect(ad.getByRole('timer')).toHaveText(/^Ad · 0:(0\d|1[012])$/)
  await expect(viewer.getByRole('slider', { name: 'Seek' })).toHaveCount(0)
  await expect(ad.getByRole('button', { name: 'Pause' })).toBeFocused()
  await expect(ad.getByRole('button', { name: 'Skip in 1' })).toBeDisabled()
  expect(await contentTime(viewer)).toBe(0)
  await expect.poll(() => vast.tracked()).toContain('start')
  await viewer.keyboard.press('m')
  await expect(ad.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await viewer.keyboard.press('5')
  await ad.getByRole('button', { name: 'Skip ad' }).click()

  await waitForPlayback(viewer, 0.3)
  await expect(ad).toHaveCount(0)
  expect(await content(viewer).evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
  await expect.poll(() => vast.tracked()).toContain('skip')
  expect(asked.filter((path) => path !== 'firstQuartile')).toEqual([
    '/inline',
    '/long.mp4',
    'impression',
    'creativeView',
    'start',
    'mute',
    'skip',
  ])
  expect(vast.asked.filter(({ cookie, referer }) => cookie ?? referer)).toEqual([])
  await viewer.keyboard.press('0')
  await waitForPlayback(viewer, 0.3)
  expect(
    asked.filter((path) => path === '/inline'),
    'each ad break plays once per view',
  ).toHaveLength(1)
})

test('an ad has its own player controls and sends quartile events to the ad server', async ({ person }) => {
  await setAds({ vast_tag_url: `${vast.url}/wrapper/2`, ad_breaks: [0] })
  const viewer = await adult(person)
  await pressPlay(viewer)
  const ad = viewer.getByRole('region', { name: 'Ad', exact: true })
  const link = ad.getByRole('link', { name: /^Visit the advertiser’s site, 127\.0\.0\.1/ })
  await expect(ad.getByRole('button', { name: /Skip/ })).toHaveCount(0)
  const [landing] = await Promise.all([viewer.waitForEvent('popup'), link.click()])
  expect(await landing.evaluate(() => window.opener)).toBeNull()
  await landing.close()
  await ad.getByRole('button', { name: 'Play' }).click()
  await waitForPlayback(viewer, 0.3)
  await expect.poll(() => vast.tracked()).toContain('complete')
  const steps = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']
  expect(vast.tracked().filter((event) => steps.includes(event))).toEqual(steps)
  for (const event of ['impression', 'impression-1', 'impression-2', 'start-2', 'click', 'pause', 'resume'])
    expect(
      vast.tracked().filter((tracked) => tracked === event),
      event,
    ).toHaveLength(1)
  const [visit, ...more] = vast.asked.filter(({ cookie, referer }) => cookie ?? referer)
  expect([visit?.path, visit?.referer, more], 'only a page one goes to may know one again').toEqual([
    '/landing',
    undefined,
    [],
  ])
})

test('an adult creator can set up ads on the edit page', async () => {
  await maker.goto(`/dashboard/edit/${watch.split('/').pop()}`)
  const tag = maker.getByRole('textbox', { name: 'Ad tag' })
  await tag.fill('http://ads.example/vast')
  await maker.getByRole('textbox', { name: 'Ad breaks' }).fill('0:03, 0')
  await maker.getByRole('checkbox', { name: 'Show ads with this video' }).check()
  await maker.getByRole('button', { name: 'Save changes' }).click()
  await expect(tag).toHaveAccessibleDescription(/starts with https:\/\//)
  await expect(tag).toHaveValue('http://ads.example/vast')
  await tag.fill('https://ads.example/vast')
  await maker.getByRole('button', { name: 'Save changes' }).click()
  await expect(maker.getByText('Your changes are live.').first()).toBeVisible()
  // Unlike a browser, Playwright does not retry a request when the server closes the idle connection.
  const stored = await maker.request.get(`/api/me/content/${watch.split('/').pop()}`, { maxRetries: 1 })
  const own = await stored.json()
  expect([own.vast_tag_url, own.ad_breaks, own.monetization_enabled]).toEqual([
    'https://ads.example/vast',
    [0, 3],
    true,
  ])
})

test('no ad is requested for minors or anonymous visitors', async ({ person }) => {
  await setAds({ vast_tag_url: `${vast.url}/inline`, ad_breaks: [0] })
  const minor = await person({ baseURL: site.url })
  await signUpMember(minor, 'minor', 17)
  const stranger = await person({ baseURL: site.url })
  for (const viewer of [minor, stranger]) {
    const asked: string[] = []
    viewer.on('request', (request) => asked.push(request.url()))
    await pressPlay(viewer)
    await waitForPlayback(viewer, 0.5)
    expect(traces.exec(await viewer.content())).toBeNull()
    expect(asked.filter((url) => !url.startsWith(site.url) || traces.test(url))).toEqual([])
  }
  expect(vast.asked).toEqual([])
})

test('the video continues if an ad cannot be loaded or played', async ({ person, expectedTrouble }) => {
  expectedTrouble.push(/Failed to load resource/)
  const viewer = await adult(person)
  for (const [tag, seconds, error] of [
    ['wrong-type', 2.5, 'error-403'],
    ['missing-media', 2.5, 'error-401'],
    ['slow', 4.5, undefined],
    ['stalling', 6, 'error-402'],
  ] as const) {
    await setAds({ vast_tag_url: `${vast.url}/${tag}`, ad_breaks: [0] })
    await pressPlay(viewer)
    const from = Date.now()
    await waitForPlayback(viewer, 0)
    expect((Date.now() - from) / 1000, tag).toBeLessThan(seconds)
    if (error) await expect.poll(() => vast.tracked(), tag).toContain(error)
  }
})

test('an ad break plays when the video reaches the break, and seeking past several breaks plays only one', async ({
  person,
}) => {
  await setAds({ vast_tag_url: `${vast.url}/inline?skip=0`, ad_breaks: [1, 2, 3, 5] })
  const viewer = await adult(person)
  const shown = () => vast.tracked().filter((event) => event === 'impression').length
  await pressPlay(viewer)
  await waitForPlayback(viewer, 0.2)
  expect(shown()).toBe(0)
  await viewer.keyboard.press('6')
  await viewer.getByRole('button', { name: 'Skip ad' }).click()
  await expect(viewer.getByRole('region', { name: 'Ad', exact: true })).toHaveCount(0)
  expect(shown(), 'one of three').toBe(1)
  expect(await contentTime(viewer)).toBeGreaterThan(3.5)
  await expect(
    viewer
      .getByRole('button', { name: 'Play', exact: true })
      .or(viewer.getByRole('button', { name: 'Pause', exact: true })),
  ).toBeFocused()
  await viewer.getByRole('button', { name: 'Skip ad' }).click()
  expect(shown(), 'and that at 5 s').toBe(2)
})

test('if the play button is pressed before the scripts have loaded, the ad still plays before the video', async ({
  person,
}) => {
  await setAds({ vast_tag_url: `${vast.url}/inline`, ad_breaks: [0] })
  const viewer = await adult(person)
  await openPageWithoutUserGesture(viewer, watch, { waitUntil: 'commit' })
  await viewer.getByRole('button', { name: 'Play With ads' }).click()
  await expect(viewer.getByRole('region', { name: 'Ad', exact: true })).toBeVisible()
  expect(await contentTime(viewer)).toBe(0)
})

test('with ads switched off, pages contain no ads or ad settings and request no ads, even for videos with ad breaks', async ({
  person,
}) => {
  await setAds({ vast_tag_url: `${vast.url}/inline`, ad_breaks: [0] })
  site = await site.restart({ ADS: 'off' })
  const viewer = await adult(person)
  const asked: string[] = []
  viewer.on('request', (request) => asked.push(request.url()))
  await pressPlay(viewer)
  await waitForPlayback(viewer, 0.5)
  expect(asked.filter((url) => !url.startsWith(site.url) || traces.test(url))).toEqual([])
  for (const page of [
    '/',
    watch,
    '/dashboard',
    `/dashboard/edit/${watch.split('/').pop()}`,
    '/api/openapi.json',
  ]) {
    const answer = await maker.request.get(page)
    expect(/"ads/.exec(await answer.text()) ?? traces.exec(await answer.text()), page).toBeNull()
    expect(answer.headers()['content-security-policy'], page).not.toMatch(/https:|connect-src/)
  }
  expect(await (await maker.request.get('/')).text()).toContain('with no ads')
  expect(vast.asked).toEqual([])
})

/** Fields, files and URLs that exist only if ads are on. */
const traces = /vast|ad_breaks|monetiz|tag_url|\/ads-/i

let adults = 0
async function adult(person: (options: object) => Promise<Page>): Promise<Page> {
  const page = await person({ baseURL: site.url })
  await signUpMember(page, `adult${(adults += 1)}`, 18)
  return page
}

async function signUpMember(page: Page, username: string, age: number): Promise<void> {
  const email = `${username}@example.com`
  const data = { full_name: `${username} Example`, email, age, username, password: testPassword, terms: true }
  expect((await page.request.post('/api/accounts', { data })).status()).toBe(201)
  await page.request.post('/api/session', { data: { email, password: testPassword } })
}

/** Publishes a video and waits until it is playable. */
async function publishVideo(page: Page, path: string): Promise<string> {
  const buffer = await readFile(path)
  const announced = await page.request.post('/api/uploads', {
    data: { title: 'With ads', content_type: 'music', file_name: 'film.mp4', file_size: buffer.length },
  })
  const { uploadURL, contentId } = (await announced.json()) as { uploadURL: string; contentId: string }
  await page.request.post(uploadURL, {
    multipart: { file: { name: 'film.mp4', mimeType: 'video/mp4', buffer } },
  })
  await expect
    .poll(async () => (await (await page.request.get(`/api/content/${contentId}`)).json()).stream_status)
    .toBe('ready')
  return contentId
}

async function setAds(ads: { vast_tag_url: string; ad_breaks: number[] }): Promise<void> {
  const path = `/api/content/${watch.split('/').pop()}`
  const answer = await maker.request.patch(path, { data: { ...ads, monetization_enabled: true } })
  expect(answer.status()).toBe(200)
  vast.forget()
}

async function pressPlay(page: Page): Promise<void> {
  await (page.url() === 'about:blank' ? openPageWithoutUserGesture(page, watch) : page.goto(watch))
  await page.getByRole('button', { name: 'Play With ads' }).click()
}

const content = (page: Page) => page.locator('.stage > video')
const contentTime = (page: Page) => content(page).evaluate((video: HTMLVideoElement) => video.currentTime)
