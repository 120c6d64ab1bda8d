import { signIn } from '#contract/accounts/accounts.ts'
import { getContent } from '#contract/content/content.ts'
import { setSessionCookies } from '../browser-fixtures.ts'
import { expect, testPassword, waitForPlayback } from '../browser-test.ts'
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
import { collectPictureNumbers, installNumberedCamera, recordPictureNumbers } from '../numbered-camera.ts'
import { clickWhenHydrated } from '../press-when-hydrated.ts'
import { type HttpTestClient, signUpOverHttp } from '../../clients/http-test-client.ts'
import { runQuery } from '../../postgres/run-query.ts'
import type { SiteAccess } from '../../processes/test-site.ts'
import type { BroadcastStory, StoryScreens } from './broadcast-story.ts'

/** The delay of the broadcast in hundredths of a second, and the time before it at which players load parts. */
const delay = 400
const playerBuffer = 100

/**
 * A moderator stops a broadcast. From the stop on, the viewer sees no picture that was still delayed, either live or in
 * the recording. With `staffWatches`, the moderator watches the broadcast before.
 */
export async function stopBroadcastOnAir(
  { sites, person, expectedTrouble }: BroadcastStory,
  { tag, staffWatches = false }: StoryScreens & { staffWatches?: boolean },
): Promise<void> {
  expectedTrouble.push(...expectedBroadcastProblems, /410/)
  const creator = await person({ ...phone, baseURL: sites.creator.url })
  await signUpBroadcaster(sites.creator, creator, `live_${tag}`)
  await installNumberedCamera(creator, cameraSize)
  const id = await goLive(sites.creator, creator, `To be stopped (${tag})`)
  await runQuery(
    sites.creator.databaseUrl,
    'update broadcasts set delay_seconds = $2 where content_id = $1',
    [id, delay / 100],
  )
  const viewer = await person({ baseURL: sites.viewer.url })
  await recordPictureNumbers(viewer)
  await playBroadcast(viewer, id)
  await waitForPlayback(viewer, 3)

  const moderator = await person({ baseURL: sites.moderator.url })
  await setSessionCookies(moderator, await signUpModerator(sites.moderator, `mia_${tag}`))
  if (staffWatches) {
    await playBroadcast(moderator, id)
    // The player needs a few seconds to catch up.
    await waitForPlayback(moderator, 5)
    console.log(`    staff see the picture after ${describeAges(await measureAges(moderator))}`)
  } else await moderator.goto(`/watch/${id}`)
  const dialog = moderator.getByRole('alertdialog')
  await clickWhenHydrated(moderator.getByRole('button', { name: 'Stop broadcast' }))
  await dialog.getByLabel('Reason').fill('Shows a private address')
  await dialog.getByRole('button', { name: 'Stop broadcast' }).click()
  await expect(creator.getByText('The moderator wrote: “Shows a private address”')).toBeVisible()
  await expect(viewer.getByText('The broadcast has ended').first()).toBeVisible({ timeout: 30_000 })
  const live = await collectPictureNumbers(viewer)

  // The recording does not contain the delayed seconds either.
  await expect(viewer.getByText('You can watch the recording from the start.')).toBeVisible({
    timeout: 60_000,
  })
  const reader = await signUpOverHttp(sites.viewer.url, `reader_${tag}`)
  const { duration_seconds: duration } = await reader.call(getContent, { params: { id } })
  await viewer.getByRole('button', { name: /^Play/ }).first().click()
  await waitForPlayback(viewer, 0.2)
  await viewer.evaluate((end) => (document.querySelector('video')!.currentTime = end - 0.2), duration!)
  await expect.poll(() => viewer.evaluate(() => document.querySelector('video')!.ended)).toBe(true)
  const recorded = await collectPictureNumbers(viewer)

  const [stop] = await runQuery<{ ms: number }>(
    sites.creator.databaseUrl,
    'select extract(epoch from ended_at)::float8 * 1000 as ms from broadcasts where content_id = $1',
    [id],
  )
  const stoppedAt = Math.floor(stop!.ms / 10) % 65_536
  const [lastLive, lastRecorded] = [live, recorded].map((numbers) => lastBefore(stoppedAt, numbers))
  console.log(
    `    of ${live.length} pictures, the last one was captured ${10 * lastLive!} ms before the stop (in the recording: ${10 * lastRecorded!} ms)`,
  )
  expect(live.length).toBeGreaterThan(50)
  expect(lastLive).toBeGreaterThanOrEqual(delay - playerBuffer)
  expect(lastRecorded).toBeGreaterThanOrEqual(delay)
}

/**
 * Returns how long before the stop the newest of these pictures was captured, in hundredths of a second. The number is
 * negative if a picture was captured after the stop.
 */
function lastBefore(stoppedAt: number, numbers: readonly number[]): number {
  const distances = numbers.map((number) => (stoppedAt - number + 65_536) % 65_536)
  return Math.min(...distances.map((distance) => (distance < 32_768 ? distance : distance - 65_536)))
}

async function signUpModerator(site: SiteAccess, username: string): Promise<HttpTestClient> {
  const moderator = await signUpOverHttp(site.url, username, 19)
  const email = `${username}@example.com`
  await runQuery(
    site.databaseUrl,
    `update users set role = 'moderator', email_verified = true where email = $1`,
    [email],
  )
  // A role change takes effect only in a new session.
  await moderator.call(signIn, { body: { email, password: testPassword } })
  return moderator
}
