import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { checkPageAndCaptureScreenshot } from '#tests/support/browser/accessibility-checks.ts'
import {
  broadcastLaunchOptions,
  cameraSize,
  goLive,
  phone,
  playBroadcast,
  signUpBroadcaster,
  useCamera,
} from '#tests/support/browser/broadcast-studio.ts'
import { expect, test, waitForPlayback } from '#tests/support/browser/browser-test.ts'
import {
  installNumberedCamera,
  measurePictureAge,
  readPictureNumber,
} from '#tests/support/browser/numbered-camera.ts'
import { readFrameNumbers } from '#tests/support/media/live-sources.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'

test.use({ launchOptions: broadcastLaunchOptions })
test.setTimeout(180_000)

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ LIVE: 'on' })
})
test.afterAll(() => site.close())

const expectedProblems = [
  /live\/.*(404|503)|(404|503).*live\//,
  /VideoFrame was garbage collected/,
  /ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError/,
]

test('a broadcast goes on after its page was closed, and the viewer sees a pause', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(...expectedProblems)
  const creator = await person({ ...phone, baseURL: site.url })
  const { id, viewer } = await broadcastToViewer(creator, await person({ baseURL: site.url }), 'Reloaded')
  const context = creator.context()
  await creator.close()
  await waitForPause(viewer)

  const page = await context.newPage()
  await installNumberedCamera(page, cameraSize)
  await page.goto('/create/broadcast')
  const resume = page.getByRole('button', { name: 'Continue broadcast' })
  await expect(resume).toHaveAttribute('aria-disabled', 'true')
  await checkPageAndCaptureScreenshot(page, 'go-live-continue', 'phone-dark')
  await useCamera(page)
  const continuedAt = Math.floor(Date.now() / 10) % 65_536
  await resume.click()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.getByText('Your connection is good.')).toBeVisible()
  await expect
    .poll(async () => isLater((await readPictureNumber(viewer)) ?? continuedAt, continuedAt), {
      timeout: 60_000,
    })
    .toBe(true)
  await waitForPlayback(viewer, 2)
  await expectSameVideo(viewer)

  await endBroadcast(page)
  await expect(viewer.getByText('The broadcast has ended.')).toBeVisible({ timeout: 60_000 })
  const numbers = await downloadFrameNumbers(viewer, id)
  const pauses = listSteps(numbers).filter((step) => step > 100)
  // The recording contains both parts, without the time between them.
  expect(pauses).toHaveLength(1)
})

test('nothing is lost if the connection of the creator is lost for ten seconds', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(...expectedProblems)
  const creator = await person({ ...phone, baseURL: site.url })
  const { id, viewer } = await broadcastToViewer(creator, await person({ baseURL: site.url }), 'Offline')
  const lostAt = Date.now()
  await creator.context().setOffline(true)
  await expect(creator.getByText(/^Your connection was lost/)).toBeVisible()
  await waitForPause(viewer)
  await expect.poll(() => Date.now() - lostAt, { timeout: 20_000 }).toBeGreaterThan(10_000)
  const backAt = Math.floor(Date.now() / 10) % 65_536
  await creator.context().setOffline(false)
  await expect(creator.getByText('Your connection is good.')).toBeVisible({ timeout: 30_000 })
  // The viewer goes on where the picture stopped, and can jump to the newest picture.
  await waitForPlayback(viewer, 2)
  await expectSameVideo(viewer)
  const jump = viewer.getByRole('button', { name: 'Jump to live' })
  await expect(jump).toBeVisible({ timeout: 30_000 })
  await jump.click()
  await expect
    .poll(async () => isLater((await readPictureNumber(viewer)) ?? backAt, backAt), { timeout: 30_000 })
    .toBe(true)
  console.log(`    after ten seconds offline, the viewer is ${await measurePictureAge(viewer)} ms behind`)

  await endBroadcast(creator)
  await expect(viewer.getByText('The broadcast has ended.')).toBeVisible({ timeout: 60_000 })
  const longest = Math.max(...listSteps(await downloadFrameNumbers(viewer, id)))
  console.log(`    the longest time between two pictures is ${10 * longest} ms`)
  expect(longest).toBeLessThan(100)
})

/** Starts a broadcast with a delay of 2 s, and opens it in the viewer's page. */
async function broadcastToViewer(creator: Page, viewer: Page, title: string) {
  await signUpBroadcaster(site, creator, `live_${title.toLowerCase()}`)
  await installNumberedCamera(creator, cameraSize)
  const id = await goLive(site, creator, title)
  await runQuery(site.databaseUrl, 'update broadcasts set delay_seconds = 2 where content_id = $1', [id])
  await playBroadcast(viewer, id)
  await waitForPlayback(viewer, 4)
  await viewer.locator('video').evaluate((video) => video.setAttribute('data-same', ''))
  return { id, viewer }
}

/** Fails if the player was replaced. */
async function expectSameVideo(viewer: Page): Promise<void> {
  await expect(viewer.locator('video')).toHaveAttribute('data-same', '')
}

async function endBroadcast(creator: Page): Promise<void> {
  await creator.getByRole('button', { name: 'End broadcast' }).click()
  await creator.getByRole('alertdialog').getByRole('button', { name: 'End broadcast' }).click()
  await expect(creator.getByRole('heading', { name: 'Your broadcast has ended' })).toBeVisible()
}

/** Resolves when the picture of a page has not changed for two seconds. */
async function waitForPause(viewer: Page): Promise<void> {
  let last: { number: number | null; since: number } = { number: null, since: Date.now() }
  await expect
    .poll(
      async () => {
        const number = await readPictureNumber(viewer)
        if (number !== last.number) last = { number, since: Date.now() }
        return Date.now() - last.since
      },
      { timeout: 40_000 },
    )
    .toBeGreaterThan(2000)
}

function isLater(number: number, other: number): boolean {
  const distance = (number - other + 65_536) % 65_536
  return distance > 0 && distance < 32_768
}

/** Returns how far the numbers of consecutive pictures are apart, in hundredths of a second. */
function listSteps(numbers: readonly number[]): number[] {
  return numbers.slice(1).map((number, n) => (number - numbers[n]! + 65_536) % 65_536)
}

/** Reads the number in each picture of the low rendition of a broadcast. */
async function downloadFrameNumbers(viewer: Page, id: string): Promise<number[]> {
  const { playlist_url: master } = (await (await viewer.request.get(`/api/broadcasts/${id}`)).json()) as {
    playlist_url: string
  }
  const folder = master.replace('/master.m3u8', '/low')
  const playlist = await (await viewer.request.get(`${folder}/index.m3u8`)).text()
  const names = playlist.split('\n').filter((line) => line.endsWith('.m4s') && !line.startsWith('#'))
  const files: Buffer[] = []
  for (const name of ['init-0.mp4', ...names])
    files.push(await (await viewer.request.get(`${folder}/${name}`)).body())
  const temporary = await mkdtemp(join(tmpdir(), 'afterbell-broadcast-'))
  try {
    const path = join(temporary, 'broadcast.mp4')
    await writeFile(path, Buffer.concat(files))
    return (await readFrameNumbers(path)).map(({ number }) => number)
  } finally {
    await rm(temporary, { recursive: true })
  }
}
