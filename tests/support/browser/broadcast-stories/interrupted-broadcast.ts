import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, waitForPlayback } from '../browser-test.ts'
import {
  cameraSize,
  endBroadcast,
  expectedBroadcastProblems,
  goLive,
  phone,
  playBroadcast,
  signUpBroadcaster,
  useCamera,
} from '../broadcast-studio.ts'
import { installNumberedCamera, measurePictureAge, readPictureNumber } from '../numbered-camera.ts'
import { readFrameNumbers } from '../../media/live-sources.ts'
import { runQuery } from '../../postgres/run-query.ts'
import type { BroadcastStory, StoryScreens } from './broadcast-story.ts'

const expectedProblems = [
  ...expectedBroadcastProblems,
  /ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError/,
]

/**
 * The page of a broadcast is closed, and the creator continues from a new page. If there are two web servers, the new
 * page uses the viewer's.
 */
export async function continueFromNewPage(
  story: BroadcastStory,
  { capture = async () => {} }: Pick<StoryScreens, 'capture'> = {},
): Promise<void> {
  const { creator, viewer, id } = await broadcastToViewer(story, 'Reloaded')
  const context = creator.context()
  await creator.close()
  await waitForPause(viewer)

  const page = await context.newPage()
  await installNumberedCamera(page, cameraSize)
  await page.goto(`${story.sites.viewer.url}/create/broadcast`)
  const resume = page.getByRole('button', { name: 'Continue broadcast' })
  await expect(resume).toHaveAttribute('aria-disabled', 'true')
  await capture(page, 'go-live-continue')
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
  // On a busy machine, the camera can stop for a second or two.
  const pauses = listSteps(numbers).filter((step) => step > 300)
  // The recording contains both parts, without the time between them.
  expect(pauses).toHaveLength(1)
}

/** The connection of the creator drops for fifteen seconds. */
export async function continueAfterLostConnection(story: BroadcastStory): Promise<void> {
  const { creator, viewer, id } = await broadcastToViewer(story, 'Offline')
  const lostAt = Date.now()
  await creator.context().setOffline(true)
  await expect(creator.getByText(/^Your connection was lost/)).toBeVisible()
  await waitForPause(viewer)
  await expect.poll(() => Date.now() - lostAt, { timeout: 30_000 }).toBeGreaterThan(15_000)
  const backAt = Math.floor(Date.now() / 10) % 65_536
  await creator.context().setOffline(false)
  await expect(creator.getByText('Your connection is good.')).toBeVisible({ timeout: 30_000 })
  // Playback resumes where the picture stopped. If the viewer is far behind, the page offers to jump to live.
  await waitForPlayback(viewer, 2)
  await expectSameVideo(viewer)
  const jump = viewer.getByRole('button', { name: 'Jump to live' })
  await expect
    .poll(
      async () => {
        // The button disappears when the viewer has caught up.
        if (await jump.isVisible()) await jump.click({ timeout: 2000 }).catch(() => {})
        return isLater((await readPictureNumber(viewer)) ?? backAt, backAt)
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  console.log(`    after fifteen seconds offline, the viewer is ${await measurePictureAge(viewer)} ms behind`)

  await endBroadcast(creator)
  await expect(viewer.getByText('The broadcast has ended.')).toBeVisible({ timeout: 60_000 })
  const longest = Math.max(...listSteps(await downloadFrameNumbers(viewer, id)))
  console.log(`    the longest time between two pictures is ${10 * longest} ms`)
  // On a busy machine, the camera or the encoder can skip pictures for a second. A lost segment would be 2 s.
  expect(longest).toBeLessThan(190)
}

/** Starts a broadcast with a delay of 2 s, and opens it in a viewer's page. */
async function broadcastToViewer({ sites, person, expectedTrouble }: BroadcastStory, title: string) {
  expectedTrouble.push(...expectedProblems)
  const creator = await person({ ...phone, baseURL: sites.creator.url })
  const viewer = await person({ baseURL: sites.viewer.url })
  await signUpBroadcaster(sites.creator, creator, `live_${title.toLowerCase()}`)
  await installNumberedCamera(creator, cameraSize)
  const id = await goLive(sites.creator, creator, title)
  const delay = 'update broadcasts set delay_seconds = 2 where content_id = $1'
  await runQuery(sites.creator.databaseUrl, delay, [id])
  await playBroadcast(viewer, id)
  await waitForPlayback(viewer, 4)
  await viewer.locator('video').evaluate((video) => video.setAttribute('data-same', ''))
  return { creator, viewer, id }
}

/** Fails if the player was replaced. */
async function expectSameVideo(viewer: Page): Promise<void> {
  await expect(viewer.locator('video')).toHaveAttribute('data-same', '')
}

/** Resolves when the picture in the viewer's player has not changed for two seconds. */
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

/** Returns the differences between the numbers of consecutive pictures, in hundredths of a second. */
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
