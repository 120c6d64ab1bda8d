import { expect } from '@playwright/test'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import {
  broadcastLaunchOptions,
  cameraSize,
  expectedBroadcastProblems,
  goLive,
  phone,
  signUpBroadcaster,
  useCamera,
} from '#tests/support/browser/broadcast-studio.ts'
import { test } from '#tests/support/browser/browser-test.ts'
import { installNumberedCamera } from '#tests/support/browser/numbered-camera.ts'
import { clickWhenHydrated } from '#tests/support/browser/press-when-hydrated.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'
import { findFreePort } from '#tests/support/processes/server-process.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'

test.use({ launchOptions: broadcastLaunchOptions })
test.setTimeout(90_000)

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ LIVE: 'on', RTMP_PORT: String(await findFreePort()) })
})
test.afterAll(() => site.close())

for (const { shape, options } of screenVariants)
  test(`the Go live page shows one form at a time, and moves the focus to it: ${shape}`, async ({
    person,
  }) => {
    const creator = await person({ ...options, baseURL: site.url })
    await signUpBroadcaster(site, creator, `forms_${shape.replace('-', '_')}`)
    await creator.goto('/create/broadcast')
    const title = creator.getByLabel('Title')
    const back = creator.getByRole('button', { name: 'Back' })
    await expect(title).toHaveCount(1)
    await checkPageAndCaptureScreenshot(creator, 'go-live-options', shape)
    for (const [open, heading] of [
      ['Schedule for later', 'Schedule a broadcast'],
      ['Set up an encoder', 'Use OBS or another encoder'],
    ] as const) {
      await clickWhenHydrated(creator.getByRole('button', { name: open }))
      await expect(creator.getByRole('heading', { name: heading })).toBeFocused()
      await expect(creator.getByRole('heading', { name: heading })).toBeInViewport()
      await expect(title).toHaveCount(1)
      await expect(creator.getByRole('button', { name: 'Use camera' })).toHaveCount(0)
      await creator.keyboard.press('Shift+Tab')
      await expect(back).toBeFocused()
      await creator.keyboard.press('Enter')
      await expect(creator.getByRole('button', { name: open })).toBeFocused()
      await expect(creator.getByRole('button', { name: 'Use camera' })).toBeVisible()
      await expect(title).toHaveCount(1)
    }
  })

test('the form for scheduling says what is missing and which field is wrong', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/scheduled-broadcasts.*422|422.*scheduled-broadcasts/)
  const creator = await person({ baseURL: site.url, ...phone, colorScheme: 'dark' })
  await signUpBroadcaster(site, creator, 'plans_badly')
  await creator.goto('/create/broadcast')
  await clickWhenHydrated(creator.getByRole('button', { name: 'Schedule for later' }))
  const submit = creator.getByRole('button', { name: 'Schedule broadcast' })
  await expect(submit).toHaveAccessibleDescription('Choose a date and time.')
  await checkPageAndCaptureScreenshot(creator, 'schedule-broadcast-empty', 'phone-dark')
  const time = creator.getByLabel('Date and time')
  await time.fill('2020-01-01T10:00')
  await expect(submit).toHaveAccessibleDescription('To schedule your broadcast, add a title.')
  await creator.getByLabel('Title').fill('Time machine')
  await expect(submit).toHaveAccessibleDescription('')
  await creator.getByLabel('Title').press('Enter')
  await expect(time).toHaveAccessibleDescription(/^Choose a time between 15 minutes and 30 days from now\./)
  await expect(time).toBeFocused()
  await checkPageAndCaptureScreenshot(creator, 'schedule-broadcast-error', 'phone-dark')
})

test('the time on air continues after the page was closed, even if the clock of the device is wrong', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(...expectedBroadcastProblems)
  const creator = await person({ ...phone, baseURL: site.url })
  await signUpBroadcaster(site, creator, 'long_show')
  await installNumberedCamera(creator, cameraSize)
  const id = await goLive(site, creator, 'Long show')
  await expect(creator.getByRole('timer')).toHaveText('0:02')
  const context = creator.context()
  await creator.close()
  await runQuery(
    site.databaseUrl,
    `update broadcasts set started_at = started_at - interval '40 minutes' where content_id = $1`,
    [id],
  )
  const page = await context.newPage()
  await page.addInitScript(() => {
    const readClock = Date.now
    Date.now = () => readClock() + 3 * 3_600_000
  })
  await installNumberedCamera(page, cameraSize)
  await page.goto('/create/broadcast')
  await useCamera(page)
  await page.getByRole('button', { name: 'Continue broadcast' }).click()
  await expect(page.getByRole('timer')).toHaveText(/^4[01]:\d\d$/)
})

test('if the video of an encoder is rejected, the page does not blame the browser', async ({ person }) => {
  const creator = await person({ baseURL: site.url })
  await signUpBroadcaster(site, creator, 'wrong_codec')
  await creator.goto('/create/broadcast')
  await clickWhenHydrated(creator.getByRole('button', { name: 'Set up an encoder' }))
  await creator.getByLabel('Title').fill('Wrong codec')
  await creator.getByRole('radio', { name: /^Everyone/ }).check({ force: true })
  await creator.getByRole('button', { name: 'Create broadcast' }).click()
  await expect(creator.getByRole('heading', { name: 'Start streaming in your encoder' })).toBeVisible()
  await runQuery(
    site.databaseUrl,
    `update broadcasts set state = 'ended', end_reason = 'rejected', started_at = now(), ended_at = now()
      where content_id = (select id from content where title = 'Wrong codec')`,
  )
  await expect(creator.getByText('We couldn’t read the video from your encoder.')).toBeVisible()
  await expect(creator.getByText('from your browser')).toHaveCount(0)
  await checkPageAndCaptureScreenshot(creator, 'encoder-rejected', 'desktop-light')
})
