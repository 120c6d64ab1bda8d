import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { getContent } from '#contract/content/content.ts'
import { setSessionCookies } from '../browser-fixtures.ts'
import { expect, waitForPlayback } from '../browser-test.ts'
import {
  cameraSize,
  describeAges,
  expectedBroadcastProblems,
  goLive,
  measureAges,
  phone,
  playBroadcast,
  signUpBroadcaster,
} from '../broadcast-studio.ts'
import { computePictureAge, installNumberedCamera } from '../numbered-camera.ts'
import { clickWhenHydrated } from '../press-when-hydrated.ts'
import { listRecordedPictures, startRecordingPictures } from '../recorded-pictures.ts'
import { type HttpTestClient, signUpOverHttp } from '../../clients/http-test-client.ts'
import { readFrameNumbers } from '../../media/live-sources.ts'
import { downloadRendition } from '../../media/served-files.ts'
import { runQuery } from '../../postgres/run-query.ts'
import { promoteStaff } from '#tests/support/postgres/promote-staff.ts'
import type { SiteAccess } from '../../processes/test-site.ts'
import type { BroadcastStory, StoryScreens } from './broadcast-story.ts'

const delaySeconds = 4
/**
 * The player stays a second behind the newest part, and a part is stored some time after it was captured. Pictures that
 * are shown this soon after the stop are therefore older than the delay (decision 081).
 */
const shownUnavoidablyMs = 100
/** The last frames of a recording can get lost when it is processed. */
const lostFramesMs = 100
/** A player closes only if its playlist became shorter by more than this (`closeWhenCutOff`). */
const edgeToleranceMs = 200
/** The numbers of the pictures start again after this time. */
const numbersRepeatMs = 655_360

/**
 * A moderator stops a broadcast. From the stop on, the viewer sees no picture that was still delayed, either live or in
 * the recording. With `staffWatches`, the moderator watches the broadcast before.
 */
export async function stopBroadcastOnAir(
  { sites, person, expectedTrouble }: BroadcastStory,
  { tag, staffWatches = false }: StoryScreens & { staffWatches?: boolean },
): Promise<void> {
  expectedTrouble.push(...expectedBroadcastProblems, /410/, /events.*ERR_FAILED|ERR_FAILED.*events/)
  const creator = await person({ ...phone, baseURL: sites.creator.url })
  await signUpBroadcaster(sites.creator, creator, `live_${tag}`)
  await installNumberedCamera(creator, cameraSize)
  const id = await goLive(sites.creator, creator, `To be stopped (${tag})`)
  await runQuery(
    sites.creator.databaseUrl,
    'update broadcasts set delay_seconds = $2 where content_id = $1',
    [id, delaySeconds],
  )
  const viewer = await person({ baseURL: sites.viewer.url })
  await noteCut(viewer)
  await playBroadcast(viewer, id)
  await startRecordingPictures(viewer)
  await waitForPlayback(viewer, 3)

  const moderator = await person({ baseURL: sites.moderator.url })
  await setSessionCookies(moderator, await signUpModerator(sites.moderator, `mia_${tag}`))
  if (staffWatches) {
    await playBroadcast(moderator, id)
    // The player needs a few seconds to catch up.
    await waitForPlayback(moderator, 5)
    console.log(`    staff see the picture after ${describeAges(await measureAges(moderator))}`)
  } else await moderator.goto(`/watch/${id}`)
  // The live updates of this viewer do not arrive.
  const unconnected = await person({ baseURL: sites.viewer.url })
  await unconnected.route(/\/events/, (route) => route.abort())
  await playBroadcast(unconnected, id)
  await startRecordingPictures(unconnected)
  await waitForPlayback(unconnected, 1)
  const dialog = moderator.getByRole('alertdialog')
  await clickWhenHydrated(moderator.getByRole('button', { name: 'Stop broadcast' }))
  await dialog.getByLabel('Reason').fill('Shows a private address')
  await dialog.getByRole('button', { name: 'Stop broadcast' }).click()
  await expect(creator.getByText('The moderator wrote: “Shows a private address”')).toBeVisible()
  await expect(viewer.getByText('The broadcast has ended').first()).toBeVisible({ timeout: 30_000 })
  const live = await listRecordedPictures(viewer)
  // The player of the viewer without live updates closes when it loads the shorter playlist. If it had not loaded
  // anything that was cut off, it plays to the end instead.
  const howPlayerStopped = () =>
    unconnected.evaluate(() => {
      const video = document.querySelector('video')!
      if (video.readyState === 0) return 'closed'
      return video.ended ? 'played to the end' : 'still playing'
    })
  await expect.poll(howPlayerStopped).not.toBe('still playing')
  const unconnectedStopped = await howPlayerStopped()
  const unconnectedPictures = await listRecordedPictures(unconnected)

  const [stop] = await runQuery<{ ms: number }>(
    sites.creator.databaseUrl,
    'select extract(epoch from ended_at)::float8 * 1000 as ms from broadcasts where content_id = $1',
    [id],
  )
  const cutAnnouncedAt = await readCutTime(viewer)
  const newestLive = Math.max(...live.map(findCaptureTime))
  const lastShownAt = live.at(-1)!.at
  const youngest = Math.min(...live.map((picture) => picture.at - findCaptureTime(picture)))
  await expect(viewer.getByText('You can watch the recording from the start.')).toBeVisible({
    timeout: 60_000,
  })
  await viewer.getByRole('button', { name: /^Play/ }).first().click()
  await waitForPlayback(viewer, 0.2)
  const newestRecorded = await findNewestRecordedPicture(sites.viewer, tag, id, stop!.ms)
  const beforeStop = (time: number) => Math.round(stop!.ms - time)
  console.log(
    `    of ${live.length} pictures, the last one was captured ${beforeStop(newestLive)} ms before the stop (in the recording: ${beforeStop(newestRecorded)} ms), and shown ${-beforeStop(lastShownAt)} ms after the stop; the page heard about the stop after ${-beforeStop(cutAnnouncedAt)} ms`,
  )
  expect(live.length).toBeGreaterThan(50)
  // No picture appears before its delay has passed, and none after the page has heard about the stop.
  expect(youngest).toBeGreaterThan(1000 * delaySeconds)
  expect(lastShownAt).toBeLessThanOrEqual(cutAnnouncedAt)
  // Nothing from the delay before the stop is recorded, and nothing that was shown until then is missing.
  expect(beforeStop(newestRecorded)).toBeGreaterThanOrEqual(1000 * delaySeconds)
  const shown = live.filter(({ at }) => at <= stop!.ms + shownUnavoidablyMs).map(findCaptureTime)
  expect(Math.max(...shown)).toBeLessThanOrEqual(newestRecorded + lostFramesMs)
  console.log(`    the player without live updates: ${unconnectedStopped}`)
  if (unconnectedStopped === 'played to the end')
    expect(Math.max(...unconnectedPictures.map(findCaptureTime))).toBeLessThanOrEqual(
      newestRecorded + lostFramesMs + edgeToleranceMs,
    )
}

type NotingWindow = typeof window & { cutAnnouncedAt?: number }

/** Makes a page that is opened later note the time at which it receives the live update about the stop. */
async function noteCut(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Original = EventSource
    globalThis.EventSource = class extends Original {
      constructor(...args: ConstructorParameters<typeof Original>) {
        super(...args)
        // This listener runs before those of the page.
        this.addEventListener('broadcast', ({ data }) => {
          if (JSON.parse(data as string).cut) (window as NotingWindow).cutAnnouncedAt ??= Date.now()
        })
      }
    }
  })
}

function readCutTime(page: Page): Promise<number> {
  return page.evaluate(() => (window as NotingWindow).cutAnnouncedAt!)
}

/** Returns the time at which a picture was captured, in milliseconds since 1970. `at` is at most 5 minutes from it. */
function findCaptureTime({ number, at }: { number: number; at: number }): number {
  const age = computePictureAge(number, at)
  return at - (age < numbersRepeatMs / 2 ? age : age - numbersRepeatMs)
}

/** Decodes the recording. Returns the time at which its newest picture was captured, in milliseconds since 1970. */
async function findNewestRecordedPicture(
  site: SiteAccess,
  tag: string,
  id: string,
  stoppedAt: number,
): Promise<number> {
  const reader = await signUpOverHttp(site.url, `reader_${tag}`)
  const { stream_url } = await reader.call(getContent, { params: { id } })
  const get = async (path: string) => Buffer.from(await (await reader.fetch(path)).arrayBuffer())
  const playlist = /^(?!#).+\.m3u8$/m.exec(String(await get(stream_url!)))![0]
  const { bytes } = await downloadRendition(stream_url!.replace(/[^/]+$/, playlist), get)
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-recording-'))
  try {
    await writeFile(join(folder, 'recording.mp4'), bytes)
    const frames = await readFrameNumbers(join(folder, 'recording.mp4'))
    return Math.max(...frames.map(({ number }) => findCaptureTime({ number, at: stoppedAt })))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function signUpModerator(site: SiteAccess, username: string): Promise<HttpTestClient> {
  const moderator = await signUpOverHttp(site.url, username, 19)
  await promoteStaff(site.databaseUrl, `${username}@example.com`, 'moderator')
  return moderator
}
