import { expect, type Page } from '@playwright/test'
import { runQuery } from '../postgres/run-query.ts'
import type { SiteAccess } from '../processes/test-site.ts'
import { signUpThroughApi } from './browser-test.ts'
import { chromiumFlags } from './chromium-flags.ts'
import { measurePictureAge } from './numbered-camera.ts'
import { clickWhenHydrated } from './press-when-hydrated.ts'

/** Launch options for a browser that lets pages use a fake camera without asking. */
export const broadcastLaunchOptions = {
  ...(process.env['CHROMIUM'] && { executablePath: process.env['CHROMIUM'] }),
  args: [...chromiumFlags, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** The size of the numbered camera. */
export const cameraSize = { width: 360, height: 640 }

/** Console errors that every broadcast may cause. The live playlist does not exist before the delay has passed. */
export const expectedBroadcastProblems = [
  /live\/.*(404|503)|(404|503).*live\//,
  /VideoFrame was garbage collected/,
]

/** Signs up a member who may go live. */
export async function signUpBroadcaster(site: SiteAccess, page: Page, username: string): Promise<void> {
  await signUpThroughApi(page, username, 19)
  await allowBroadcasting(site, username)
}

/** Confirms the email address of a member, and makes the account old enough to go live. */
export async function allowBroadcasting(site: SiteAccess, username: string): Promise<void> {
  await runQuery(
    site.databaseUrl,
    `update users set email_verified = true, created_at = now() - interval '30 days' where email = $1`,
    [`${username}@example.com`],
  )
}

/**
 * Turns the camera on, and waits until it sends pictures and sound. The fake microphone of Chromium beeps for 20 ms
 * twice a second, so the level is read in every frame. Reading it once a second could miss every beep.
 */
export async function useCamera(page: Page): Promise<void> {
  await clickWhenHydrated(page.getByRole('button', { name: 'Use camera' }))
  const level = page.getByRole('meter', { name: 'Microphone level' })
  const meter = await level.elementHandle()
  await page.waitForFunction((element) => (element as HTMLMeterElement).value > 0.5, meter, {
    polling: 'raf',
    timeout: 30_000,
  })
}

/** Starts a public broadcast with the camera. Returns its id. */
export async function goLive(site: SiteAccess, page: Page, title: string): Promise<string> {
  await page.goto('/create/broadcast')
  await useCamera(page)
  await page.getByLabel('Title').fill(title)
  await page.getByRole('radio', { name: /^Everyone/ }).check({ force: true })
  await page.getByRole('button', { name: 'Go live' }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  const [row] = await runQuery<{ content_id: string }>(
    site.databaseUrl,
    `select content_id from broadcasts join content on content.id = content_id where title = $1`,
    [title],
  )
  return row!.content_id
}

/** Opens the page of a broadcast, and starts playback. */
export async function playBroadcast(page: Page, id: string): Promise<void> {
  await page.goto(`/watch/${id}`)
  // The player gets its video element when it is hydrated, which happens after the rest of the page.
  await page.locator('video').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /^Play/ }).first().click()
}

const agesPerMeasurement = 40
const measuringIntervalMs = 250

/**
 * Measures how old the picture in a page is, every 250 ms for 10 s. Returns the ages in milliseconds, smallest
 * first.
 */
export async function measureAges(page: Page): Promise<number[]> {
  const ages: number[] = []
  while (ages.length < agesPerMeasurement) {
    const age = await measurePictureAge(page)
    if (age !== null) ages.push(age)
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), measuringIntervalMs)
  }
  return ages.toSorted((one, other) => one - other)
}

export function describeAges(ages: readonly number[]): string {
  return `${ages[20]} ms (median of 40 in 10 s), ${ages[37]} ms (p95)`
}

/** Ends the broadcast of a page. */
export async function endBroadcast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End broadcast' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End broadcast' }).click()
  await expect(page.getByRole('heading', { name: 'Your broadcast has ended' })).toBeVisible()
}
