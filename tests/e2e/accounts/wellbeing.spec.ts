import type { Page } from '@playwright/test'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import {
  expect,
  openPageWithoutUserGesture,
  waitForPlayback,
  test,
} from '#tests/support/browser/browser-test.ts'

let ada: HttpTestClient
let long: string
let short: string
test.beforeAll(async ({ server }) => {
  ada = await signUpOverHttp(server.url, 'calm_ada')
  long = await publishSampleVideo(
    ada,
    { title: 'Long wave', type: 'story' },
    { seconds: 30, width: 160, height: 90 },
  )
  await publishSampleVideo(ada, { title: 'Short wave', type: 'talent' })
  short = await publishSampleVideo(ada, { title: 'Shorter wave', type: 'talent' })
})

const video = (page: Page) => page.locator('.stage video')
const isPaused = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.paused)
const second = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime)

test('when the watch time in all tabs reaches the chosen limit, every tab pauses playback and suggests a break', async ({
  person,
}) => {
  const first = await person()
  // Stores player settings in the browser, as for an anonymous visitor. The player then suggests a break
  // after only six seconds.
  await first.addInitScript(() => localStorage.setItem('playing', '{"breakMinutes":0.1}'))
  await openPageWithoutUserGesture(first, `/watch/${long}`)
  await first.getByRole('button', { name: 'Play Long wave' }).click()
  await waitForPlayback(first, 3)
  await first.keyboard.press('k')
  await expect.poll(() => isPaused(first)).toBe(true)

  const other = await first.context().newPage()
  await other.addInitScript(() => localStorage.setItem('playing', '{"breakMinutes":0.1}'))
  await openPageWithoutUserGesture(other, `/watch/${long}`)
  await other.getByRole('button', { name: 'Play Long wave' }).click()
  const offer = other.getByRole('dialog', { name: /^You’ve watched for/ })
  await expect(offer).toBeVisible()
  expect(await isPaused(other)).toBe(true)
  // The video has not played long enough in this tab alone to trigger a break. The break is due because the
  // watch time of both tabs counts.
  expect(await second(other)).toBeLessThan(5.5)
  await expect(first.getByRole('dialog', { name: /^You’ve watched for/ })).toBeVisible()
  await assertPageAccessibility(other, 'break')

  // The page behind the dialog ignores keys, and focus cannot leave the dialog.
  await other.keyboard.press('k')
  for (let n = 0; n < 4; n += 1) {
    await other.keyboard.press('Tab')
    expect(await other.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).toMatch(
      /DIALOG|BODY/,
    )
  }
  expect(await isPaused(other)).toBe(true)
  await offer.getByRole('button', { name: 'Keep watching' }).press('Enter')
  await expect(first.getByRole('dialog', { name: /^You’ve watched for/ })).toBeHidden()
  await waitForPlayback(other, 1)
  expect(await isPaused(first)).toBe(true)
})

test('the next video plays automatically only if autoplay is enabled, after a countdown of five seconds', async ({
  person,
}) => {
  const page = await person()
  await openPageWithoutUserGesture(page, `/watch/${short}`)
  await page.getByRole('button', { name: 'Play Shorter wave' }).click()
  // The click on Play was a user gesture, so the test removes the stub that hides user gestures from the
  // page.
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'userActivation'))
  const hasEnded = () => video(page).evaluate((element: HTMLVideoElement) => element.ended)
  await expect.poll(hasEnded).toBe(true)
  await page.mouse.move(300, 300)
  await page.getByRole('button', { name: 'Settings' }).click()
  const choice = page.getByRole('menuitemcheckbox', { name: 'Play the next video' })
  await expect(choice).not.toBeChecked()
  const card = page.getByRole('region', { name: 'Next: Short wave' })
  await expect(card).toBeHidden()
  await choice.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change setting' }).click()

  // The video has already ended, so the changed setting takes effect immediately. The viewer can still cancel
  // the next video with one key.
  await expect(card).toBeVisible()
  await expect(card.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await assertPageAccessibility(page, 'next video')
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(card).toBeHidden()

  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(card).toBeVisible()
  await page.waitForURL((url) => !url.pathname.endsWith(short))
  await expect(page.getByRole('heading', { level: 1, name: 'Short wave' })).toBeVisible()
  await waitForPlayback(page, 0.2)
})
