import type { Page } from '@playwright/test'
import { updateProfile } from '#contract/people/profiles.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import {
  expect,
  openPageWithoutUserGesture,
  waitForPlayback,
  test,
} from '#tests/support/browser/browser-test.ts'

test('a removed follower of a private creator cannot load further video segments', async ({
  person,
  server,
  expectedTrouble,
}) => {
  test.setTimeout(120_000)
  expectedTrouble.push(/status of 404/, /ERR_FAILED/)
  const [owner, fan] = [
    await signUpOverHttp(server.url, 'olive_shut'),
    await signUpOverHttp(server.url, 'pip_asks'),
  ]
  await owner.call(updateProfile, { body: { is_private: true } })
  // The clip is longer than the part of a video that a player prefetches.
  const id = await publishSampleVideo(
    owner,
    { title: 'Behind the gym' },
    { seconds: 120, width: 160, height: 90, fps: 5 },
  )
  const [olive, pip, pageWithoutUpdates] = [await person(), await person(), await person()]
  // This page gets no live updates, so only its player notices that the viewer has lost access.
  await pageWithoutUpdates.route('**/api/content/*/events*', (route) => route.abort())
  await setSessionCookies(olive, owner)
  await setSessionCookies(pip, fan)
  await setSessionCookies(pageWithoutUpdates, fan)

  await pip.goto('/creator/olive_shut')
  await expect(pip.getByText('This profile is private')).toBeVisible()
  await expect(pip.getByText('Behind the gym')).toHaveCount(0)
  await pip.getByRole('button', { name: 'Follow @olive_shut' }).click()
  await expect(pip.getByRole('button', { name: /^Requested/ })).toBeVisible()

  await olive.goto('/')
  const bell = olive.getByRole('link', { name: /^Notifications/ }).first()
  await expect(bell).toHaveAccessibleName(/1 unread|2 unread/)
  await bell.click()
  const request = olive.getByText('pip_asks wants to follow you')
  await expect(request).toBeVisible()
  await olive.getByRole('button', { name: 'Approve the follow request from @pip_asks' }).click()
  await expect(request).toBeHidden()

  await pip.reload()
  await expect(pip.getByRole('button', { name: /^Following/ })).toBeVisible()
  const segments = segmentsOf(pip)
  await pip.getByRole('link', { name: 'Behind the gym' }).first().click()
  await pip.waitForURL(`**/watch/${id}`)
  await waitForPlayback(pip)
  const segment = segments.at(-1)!
  expect((await pip.request.get(segment)).status()).toBe(200)
  await openPageWithoutUserGesture(pageWithoutUpdates, `/watch/${id}`)
  await pageWithoutUpdates.getByRole('button', { name: 'Play Behind the gym' }).click()
  await waitForPlayback(pageWithoutUpdates)

  await olive.goto('/followers?list=followers')
  await olive.getByRole('button', { name: 'Remove @pip_asks from your followers' }).click()
  await expect(olive.getByText('No followers yet')).toBeVisible()
  await expect(pip.getByRole('heading', { name: 'Video not found' })).toBeVisible()
  await expect.poll(async () => (await pip.request.get(segment)).status(), { timeout: 10_000 }).toBe(404)
  const video = pageWithoutUpdates.locator('.stage video')
  expect(await video.evaluate((one: HTMLVideoElement) => one.paused)).toBe(false)
  await video.evaluate((one: HTMLVideoElement) => (one.currentTime = 110))
  await expect(pageWithoutUpdates.locator('.error-panel')).toContainText('This video is no longer available.')
})

test('a mute or block created in a profile’s menu can be undone in the settings', async ({
  person,
  server,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 404/)
  const me = await signUpOverHttp(server.url, 'quinn_apart')
  await signUpOverHttp(server.url, 'rude_rufus')
  const page = await person()
  await setSessionCookies(page, me)
  await page.goto('/creator/rude_rufus')
  const menu = page.getByRole('button', { name: 'More options for @rude_rufus' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Mute' }).click()
  await expect(page.getByText('@rude_rufus is muted')).toBeVisible()
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Unmute' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  const question = page.getByRole('alertdialog', { name: 'Block @rude_rufus?' })
  await question.getByRole('button', { name: 'Block' }).click()
  await page.waitForURL('**/followers?list=blocked')
  await page.goto('/creator/rude_rufus')
  await expect(page.getByRole('heading', { name: 'Creator not found' })).toBeVisible()
  await page.goto('/followers?list=blocked')
  await page.getByRole('button', { name: 'Unblock @rude_rufus' }).click()
  await expect(page.getByText('You haven’t blocked anyone')).toBeVisible()
  await page.goto('/followers?list=muted')
  await page.getByRole('button', { name: 'Unmute @rude_rufus' }).click()
  await expect(page.getByText('You haven’t muted anyone')).toBeVisible()
})

test('follow requests can be sent, approved and withdrawn without JavaScript', async ({ person, server }) => {
  const [owner, fan] = [
    await signUpOverHttp(server.url, 'plain_olga'),
    await signUpOverHttp(server.url, 'plain_pat'),
  ]
  await owner.call(updateProfile, { body: { is_private: true } })
  const [olga, pat] = [await person({ javaScriptEnabled: false }), await person({ javaScriptEnabled: false })]
  await setSessionCookies(olga, owner)
  await setSessionCookies(pat, fan)
  await pat.goto('/creator/plain_olga')
  await pat.getByRole('button', { name: 'Follow @plain_olga' }).click()
  await expect(pat.getByRole('button', { name: /^Requested/ })).toBeVisible()
  // Notifications are created in the background. Without JavaScript, the notifications page does not update,
  // so the test reloads the page until the notification appears.
  const approve = olga.getByRole('button', { name: 'Approve the follow request from @plain_pat' })
  await expect(async () => {
    await olga.goto('/notifications')
    await expect(approve).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await approve.click()
  await expect(olga.getByText('No follow requests')).toBeVisible()
  await pat.reload()
  await pat.getByRole('button', { name: /^Following/ }).click()
  await expect(pat.getByRole('button', { name: 'Follow @plain_olga' })).toBeVisible()
  await expect(pat.getByText('This profile is private')).toBeVisible()
})

/** Collects the URLs of the video segments that the page has loaded, in order of arrival. */
function segmentsOf(page: Page): string[] {
  const urls: string[] = []
  page.on('response', (response) => {
    if (/\/media\/.*\.(m4s|mp4)$/.test(new URL(response.url()).pathname) && response.ok())
      urls.push(response.url())
  })
  return urls
}
