import type { Page } from '@playwright/test'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import {
  broadcastLaunchOptions,
  cameraSize,
  expectedBroadcastProblems,
  phone,
  signUpBroadcaster,
  useCamera,
} from '#tests/support/browser/broadcast-studio.ts'
import { expect, signUpThroughApi, test, waitForPlayback } from '#tests/support/browser/browser-test.ts'
import { installNumberedCamera } from '#tests/support/browser/numbered-camera.ts'
import { clickWhenHydrated } from '#tests/support/browser/press-when-hydrated.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'

test.use({ launchOptions: broadcastLaunchOptions })
test.setTimeout(90_000)

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ LIVE: 'on' })
})
test.afterAll(() => site.close())

for (const { shape, options } of screenVariants)
  test(`the page of a scheduled broadcast counts down, and then shows the broadcast: ${shape}`, async ({
    person,
    expectedTrouble,
  }) => {
    expectedTrouble.push(
      ...expectedBroadcastProblems,
      // The last chunk can arrive after the creator has stopped the broadcast.
      /chunks\/\d+.*410|410.*chunks\/\d+/,
    )
    const title = `Rooftop concert (${shape})`
    const username = `plans_${shape.replace('-', '_')}`
    const creator = await person({ ...phone, ...options, baseURL: site.url })
    await installNumberedCamera(creator, cameraSize)
    await signUpBroadcaster(site, creator, username)
    await scheduleBroadcast(creator, title, { onForm: () => capture(creator, 'schedule-broadcast') })
    await expect(creator.getByRole('timer')).toHaveText(/^Starts in (18:\d\d|19:\d\d|20:00)$/)
    await expectNothingAboutViews(creator)
    await capture(creator, 'scheduled-own')

    const viewer = await person({ ...options, baseURL: site.url })
    await signUpThroughApi(viewer, `waits_${shape.replace('-', '_')}`, 19)
    await viewer.goto('/live')
    await expect(viewer.getByRole('heading', { name: 'Coming up' })).toBeVisible()
    // The page is not empty, and the start time does not look like a second title.
    await expect(viewer.getByText('No Live Videos Yet')).toHaveCount(0)
    const [titleColor, timeColor] = await Promise.all(
      [viewer.getByText(title), viewer.getByRole('link', { name: title }).locator('time')].map((text) =>
        text.evaluate((element) => getComputedStyle(element).color),
      ),
    )
    expect(timeColor).not.toBe(titleColor)
    await capture(viewer, 'coming-up')
    await viewer.goto(`/creator/${username}`)
    await expect(viewer.getByRole('region', { name: 'Coming up' }).getByText(title)).toBeVisible()
    await expect(viewer.getByText('No videos yet')).toHaveCount(0)
    await capture(viewer, 'coming-up-on-profile')
    await viewer.getByRole('link', { name: title }).click()
    await expect(viewer.getByRole('timer')).toHaveText(/^Starts in (18:\d\d|19:\d\d|20:00)$/)
    await expectNothingAboutViews(viewer)
    await expect(viewer.getByText('Bring a blanket.')).toBeVisible()
    await capture(viewer, 'countdown-without-reminder')
    await viewer.getByRole('button', { name: 'Remind me', exact: true }).click()
    await expect(viewer.getByRole('button', { name: 'Remove reminder' })).toBeVisible()
    await expect(viewer.getByText('We’ll notify you when it starts.')).toBeVisible()
    await capture(viewer, 'countdown')
    // A reload would clear this variable.
    await viewer.evaluate(() => ((globalThis as { isSameDocument?: true }).isSameDocument = true))

    const reschedule = creator.getByRole('button', { name: 'Reschedule' })
    const time = creator.getByLabel('Date and time')
    await reschedule.click()
    await expect(time).toBeFocused()
    await creator.getByRole('button', { name: 'Keep current time' }).click()
    await expect(reschedule).toBeFocused()
    await creator.keyboard.press('Enter')
    await time.fill(await inMinutes(creator, 40))
    // There is one primary action at a time.
    await expect(creator.getByRole('link', { name: 'Go live now' })).toHaveCount(0)
    await capture(creator, 'scheduled-reschedule')
    await creator.getByRole('button', { name: 'Save new time' }).press('Enter')
    for (const page of [creator, viewer])
      await expect(page.getByRole('timer')).toHaveText(/^Starts in (38:\d\d|39:\d\d|40:00)$/)
    await expect(time).toHaveCount(0)
    await expect(reschedule).toBeFocused()

    await creator.getByRole('link', { name: 'Go live now' }).click()
    await expect(creator.getByText(`You’re about to start “${title}”.`)).toBeVisible()
    await useCamera(creator)
    const start = creator.getByRole('button', { name: 'Go live' })
    await expect(start).not.toHaveAttribute('aria-disabled', 'true')
    await capture(creator, 'scheduled-start')
    await start.click()
    await expect(creator.getByRole('timer')).toHaveText('0:02')

    await expect(viewer.getByRole('link', { name: /^Notifications/ }).first()).toHaveAccessibleName(
      'Notifications, 1 unread',
      { timeout: 30_000 },
    )
    await waitForPlayback(viewer, 2)
    await expect(viewer.getByRole('button', { name: /remind/i })).toHaveCount(0)
    expect(await viewer.evaluate(() => 'isSameDocument' in globalThis)).toBe(true)
    await capture(viewer, 'countdown-became-live')
    await viewer.goto('/notifications')
    await expect(viewer.getByText(title)).toBeVisible()
    await creator.getByRole('button', { name: 'Stop now' }).click()
    await creator.getByRole('alertdialog').getByRole('button', { name: 'Stop now' }).click()
    await expect(creator.getByRole('heading', { name: 'Your broadcast has ended' })).toBeVisible()

    async function capture(page: Page, screen: string): Promise<void> {
      await checkPageAndCaptureScreenshot(page, screen, shape)
    }
  })

for (const { shape, options } of screenVariants)
  test(`the page of a scheduled broadcast tells viewers when it is cancelled: ${shape}`, async ({
    person,
  }) => {
    const title = `Open mic (${shape})`
    const creator = await person({ ...options, baseURL: site.url })
    await signUpBroadcaster(site, creator, `drops_${shape.replace('-', '_')}`)
    await scheduleBroadcast(creator, title)
    const viewer = await person({ ...options, baseURL: site.url })
    const eventStream = viewer.waitForRequest('**/api/content/*/events*')
    await viewer.goto(creator.url())
    await expect(viewer.getByRole('link', { name: 'Sign in to get a reminder' })).toBeVisible()
    await eventStream
    await checkPageAndCaptureScreenshot(viewer, 'countdown-signed-out', shape)

    await creator.getByRole('button', { name: 'Cancel broadcast' }).click()
    await checkPageAndCaptureScreenshot(creator, 'scheduled-cancel', shape)
    await creator.getByRole('alertdialog').getByRole('button', { name: 'Cancel broadcast' }).click()
    await expect(creator.getByText('Broadcast cancelled')).toBeVisible()
    await expect(creator).toHaveURL(/\/live$/)
    await expect(viewer.getByRole('heading', { name: 'This broadcast was cancelled' })).toBeVisible()
    await expect(viewer.getByText(`“${title}” won’t take place.`)).toBeVisible()
    await checkPageAndCaptureScreenshot(viewer, 'scheduled-cancelled', shape)
    await viewer.getByRole('link', { name: 'See other broadcasts' }).click()
    await expect(viewer).toHaveURL(/\/live$/)
    await expect(viewer.getByRole('link', { name: title })).toHaveCount(0)
  })

for (const { shape, options } of screenVariants)
  test(`the page of a scheduled broadcast tells viewers when the broadcast was not started: ${shape}`, async ({
    person,
  }) => {
    const title = `Sunrise stream (${shape})`
    const creator = await person({ ...options, baseURL: site.url })
    await signUpBroadcaster(site, creator, `sleeps_${shape.replace('-', '_')}`)
    await scheduleBroadcast(creator, title)
    const setStart = (sqlTime: string) =>
      runQuery(
        site.databaseUrl,
        `update scheduled_broadcasts set starts_at = ${sqlTime}
          where content_id = (select id from content where title = $1)`,
        [title],
      )
    await setStart(`now() - interval '1 minute'`)
    await creator.reload()
    await expect(creator.getByRole('timer')).toHaveText('Starting soon')
    await checkPageAndCaptureScreenshot(creator, 'scheduled-own-soon', shape)
    const viewer = await person({ ...options, baseURL: site.url })
    const eventStream = viewer.waitForRequest('**/api/content/*/events*')
    await viewer.goto(creator.url())
    await expect(viewer.getByRole('timer')).toHaveText('Starting soon')
    await eventStream
    await checkPageAndCaptureScreenshot(viewer, 'countdown-soon', shape)

    await setStart(`now() - interval '121 minutes'`)
    for (const page of [viewer, creator]) {
      await expect(page.getByRole('heading', { name: 'This broadcast didn’t take place' })).toBeVisible()
      await expect(page.getByText(`“${title}” wasn’t started in time.`)).toBeVisible()
    }
    await checkPageAndCaptureScreenshot(viewer, 'scheduled-expired', shape)
  })

/** The page of a broadcast that is not on air has neither a “Live” badge nor a view count. */
async function expectNothingAboutViews(page: Page): Promise<void> {
  await expect(page.locator('.about-title')).toBeVisible()
  await expect(page.locator('.about').getByText(/^Live$|views?\b/i)).toHaveCount(0)
}

/** Schedules a public broadcast for 20 minutes from now, and waits for its page. */
async function scheduleBroadcast(
  page: Page,
  title: string,
  { onForm }: { onForm?: () => Promise<void> } = {},
): Promise<void> {
  await page.goto('/create/broadcast')
  await clickWhenHydrated(page.getByRole('button', { name: 'Schedule for later' }))
  const form = page.getByRole('region', { name: 'Schedule a broadcast' })
  const submit = form.getByRole('button', { name: 'Schedule broadcast' })
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await form.getByLabel('Date and time').fill(await inMinutes(page, 20))
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Description').fill('Bring a blanket.')
  await form.getByRole('radio', { name: /^Everyone/ }).check({ force: true })
  await onForm?.()
  await submit.click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

/** Returns the local time this many minutes from now, as the value of a `datetime-local` field. */
function inMinutes(page: Page, minutes: number): Promise<string> {
  return page.evaluate((ahead) => {
    const at = new Date(Date.now() + ahead * 60_000)
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, minutes)
}
