import type { Page } from '@playwright/test'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { signUpBroadcaster } from '#tests/support/browser/broadcast-studio.ts'
import { expect, signUpThroughApi, test } from '#tests/support/browser/browser-test.ts'
import { clickWhenHydrated } from '#tests/support/browser/press-when-hydrated.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ LIVE: 'on' })
})
test.afterAll(() => site.close())

for (const { shape, options } of screenVariants)
  test(`members with a reminder are notified when a broadcast is rescheduled and cancelled: ${shape}`, async ({
    person,
  }) => {
    const suffix = shape.replace('-', '_')
    const name = `moves_${suffix}`
    const creator = await person({ ...options, baseURL: site.url })
    await signUpBroadcaster(site, creator, name)
    const api = '/api/scheduled-broadcasts'
    const scheduled = await callApi(creator, 'POST', api, {
      title: 'Rooftop concert',
      visibility: 'public',
      starts_at: inDays(2),
    })
    const { id } = JSON.parse(scheduled) as { id: string }
    const viewer = await person({ ...options, baseURL: site.url })
    await signUpThroughApi(viewer, `waits_${suffix}`, 19)
    await viewer.goto(`/watch/${id}`)
    await clickWhenHydrated(viewer.getByRole('button', { name: 'Remind me', exact: true }))
    await expect(viewer.getByRole('button', { name: 'Remove reminder' })).toBeVisible()

    const startsAt = inDays(3)
    await callApi(creator, 'PATCH', `${api}/${id}`, { starts_at: startsAt })
    // The time zone of the browser is never UTC.
    const time = await formatTime(viewer, startsAt)
    await expectUnread(viewer, 1)
    await viewer.goto('/notifications')
    const moved = viewer.getByRole('link', {
      name: new RegExp(`${name} moved “Rooftop concert” to .*${time}`),
    })
    await expect(moved).toBeVisible()
    await checkPageAndCaptureScreenshot(viewer, 'broadcast-rescheduled', shape)
    await moved.click()
    await expect(viewer).toHaveURL(new RegExp(`/watch/${id}$`))
    await expect(viewer.getByRole('timer')).toHaveText(/^Starts in \d day/)

    await callApi(creator, 'DELETE', `${api}/${id}`)
    await expectUnread(viewer, 1)
    await viewer.goto('/notifications')
    const cancelled = viewer.getByRole('link', {
      name: new RegExp(`${name}’s broadcast on .*${time}.* was cancelled`),
    })
    await expect(cancelled).toBeVisible()
    await expect(viewer.getByText('Rooftop concert')).toHaveCount(0)
    await checkPageAndCaptureScreenshot(viewer, 'broadcast-cancelled', shape)
    await cancelled.click()
    await expect(viewer).toHaveURL(new RegExp(`/creator/${name}$`))
    await expect(viewer.getByRole('heading', { name: new RegExp(name) }).first()).toBeVisible()
  })

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString()

async function expectUnread(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('link', { name: /^Notifications/ }).first()).toHaveAccessibleName(
    `Notifications, ${count} unread`,
    { timeout: 30_000 },
  )
}

/** Formats the time of day in the time zone of the browser. */
function formatTime(page: Page, at: string): Promise<string> {
  return page.evaluate(
    (time) => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(time)),
    at,
  )
}

/** Calls the API in the session of the page's member. Returns the body of the response. */
async function callApi(page: Page, method: string, path: string, data?: object): Promise<string> {
  const response = await page.request.fetch(path, { method, ...(data && { data }) })
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true)
  return response.text()
}
