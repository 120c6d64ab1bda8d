/*
 * Without a connection, a page shows a message instead of a spinner or the browser's error page, and recovers
 * automatically.
 */
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
let id: string
test.beforeAll(async ({ server }) => {
  ada = await signUpOverHttp(server.url, 'offline_ada')
  id = await publishSampleVideo(ada, { title: 'Radio silence' }, { seconds: 4 })
})

test('the player reports a lost connection and resumes by itself', async ({ person, expectedTrouble }) => {
  expectedTrouble.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const page = await person()
  await openPageWithoutUserGesture(page, `/watch/${id}`)
  // Only the player can show the message, so the player's code has to load before the connection is lost.
  await expect(page.getByRole('region', { name: 'Video player: Radio silence' })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Play Radio silence' }).click()
  const panel = page.getByRole('alert').filter({ hasText: 'You’re offline' })
  await expect(panel).toContainText('The video will continue automatically when you’re back online.')
  await assertPageAccessibility(page, 'player offline')
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(panel).toBeVisible()
  await page.context().setOffline(false)
  await waitForPlayback(page, 0.2)
  await expect(panel).toBeHidden()
})

test('a link clicked while offline opens once the connection is back', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const page = await person()
  await openPageWithoutUserGesture(page, `/watch/${id}`)
  // The page loads its scripts after the first paint.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  // A lazily loaded part of the page appears when the connection is back, without a reload.
  await page.getByRole('button', { name: 'More ways to share' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Radio silence' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Share this video' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  const notice = page.getByRole('status').filter({ hasText: 'You’re offline' })
  await expect(notice).toContainText('You can stay on this page.')
  await expect(notice.getByRole('link')).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Music' }).click()
  await expect(notice).toContainText('The page you chose will open automatically when you’re back online.')
  await expect(page).toHaveURL(`/watch/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Radio silence' })).toBeVisible()
  // After a connection has been restored, the first requests often fail, so this test makes the first two
  // health checks fail.
  let healthChecks = 0
  await page.route('**/*', (route) => {
    if (route.request().url().endsWith('/healthz')) healthChecks += 1
    return healthChecks < 3 ? route.abort('internetdisconnected') : route.continue()
  })
  await page.context().setOffline(false)
  await expect(page).toHaveURL('/music')
  await expect(notice).toBeHidden()
})
