import type { Page } from '@playwright/test'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import { db } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { playBroadcast } from '#tests/support/browser/broadcast-studio.ts'
import {
  findLastPictureTime,
  listRecordedPictures,
  startRecordingPictures,
  waitForRecordedPictures,
} from '#tests/support/browser/recorded-pictures.ts'
import type { ClusterTestSite } from '#tests/multi-process/cluster-test-site.ts'
import { createNumberedSource, RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import { runInTwoPages } from './broadcast-pages.ts'
import type { LiveBar } from './live-bar.ts'

const timing = { seconds: 8, fps: 30 }
/** The delay of real broadcasts. The recording is prepared while it passes. */
const delaySeconds = broadcastLimits.delaySeconds.default

/** Times in seconds. */
interface Recording {
  /** From the last picture of the broadcast until the server has the recording. Negative if it was ready earlier. */
  ready: number
  /** From the last picture of the broadcast until the page says that the broadcast has ended. */
  noticed: number
  /** From the last picture of the broadcast until the page offers the recording. */
  offered: number
  /** From pressing play until the first picture of the recording. */
  started: number
  /** The position of this picture in the recording. */
  position: number
}

/** Ends broadcasts that a viewer is watching, and plays their recordings in the same page. */
export async function benchRecordings(site: ClusterTestSite, count: number): Promise<LiveBar[]> {
  const source = await createNumberedSource(timing)
  const recordings = await runInTwoPages(site.loadBalancer.url, count, async (page, number) => {
    const broadcast = await RunningBroadcast.start(site, source, timing, { delaySeconds })
    const recording = await watchUntilRecorded(page, broadcast)
    await broadcast.stopSending()
    console.log(`  recording ${number}: ${JSON.stringify(recording)}`)
    return recording
  })
  const valuesOf = (name: keyof Recording) => recordings.map((one) => one[name])
  return [
    {
      name: 'recording: last picture → page offers the recording',
      unit: 's',
      values: valuesOf('offered'),
      max: 2,
      judge: 'p95',
      note: `broadcasts of ${timing.seconds} s, two at a time`,
    },
    {
      name: 'recording: last picture → recording is on the server',
      unit: 's',
      values: valuesOf('ready'),
      max: 2,
      judge: 'p95',
    },
    { name: 'recording: last picture → page says it has ended', unit: 's', values: valuesOf('noticed') },
    { name: 'recording: play pressed → first picture', unit: 's', values: valuesOf('started') },
    { name: 'recording: position of this picture', unit: 's', values: valuesOf('position'), max: 0.5 },
  ]
}

async function watchUntilRecorded(page: Page, broadcast: RunningBroadcast): Promise<Recording> {
  await playBroadcast(page, broadcast.id)
  await startRecordingPictures(page)
  await waitForRecordedPictures(page, 1)
  await broadcast.end()
  const readyAt = waitForRecording(broadcast.id)
  await page.getByText(/^The broadcast has ended\./).waitFor({ timeout: 60_000 })
  const noticedAt = Date.now()
  await page.getByText('You can watch the recording from the start.').waitFor({ timeout: 60_000 })
  const offeredAt = Date.now()
  const live = await listRecordedPictures(page)
  await page.getByRole('button', { name: /^Play/ }).first().click()
  const pressedAt = Date.now()
  await waitForRecordedPictures(page, 1, pressedAt)
  const first = (await listRecordedPictures(page)).find(({ at }) => at > pressedAt)!
  const after = (at: number) => (at - findLastPictureTime(live)) / 1000
  return {
    ready: after(await readyAt),
    noticed: after(noticedAt),
    offered: after(offeredAt),
    started: (first.at - pressedAt) / 1000,
    position: first.number / timing.fps,
  }
}

/** Returns when the first rendition of the recording was ready, in milliseconds since 1970. */
async function waitForRecording(contentId: string): Promise<number> {
  await waitUntil(async () => {
    const { stream_status } = await db
      .selectFrom('content')
      .select('stream_status')
      .where('id', '=', contentId)
      .executeTakeFirstOrThrow()
    return stream_status === 'ready'
  }, 60)
  return Date.now()
}
