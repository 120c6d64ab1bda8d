import type { Page } from '@playwright/test'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { expect, signUpThroughApi, test } from '#tests/support/browser/browser-test.ts'

const radio = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })

/** Returns the time one hour from now in the page's time zone, in the format of a date field. */
const inAnHour = (page: Page) =>
  page.evaluate(() => {
    const at = new Date(Date.now() + 3600_000)
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  })

for (const { shape, options } of screenVariants)
  test(`a creator schedules a draft and publishes it early using only the keyboard (${shape})`, async ({
    person,
    server,
    expectedTrouble,
  }) => {
    expectedTrouble.push(/status of (404|422)/)
    const creator = await signUpOverHttp(server.url, `pub_${shape.replace('-', '_')}`)
    await publishSampleVideo(creator, { title: 'Hidden link', visibility: 'unlisted' })
    const id = await publishSampleVideo(creator, { title: 'Night bus', publication_state: 'draft' })
    const [page, visitor] = [await person(options), await person()]
    await setSessionCookies(page, creator)
    await page.goto('/dashboard')
    const row = page.getByRole('article').filter({ hasText: 'Night bus' })
    await expect(row.getByText('Draft', { exact: true })).toBeVisible()
    await expect(page.getByText('Unlisted: anyone with the link can watch')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'publishing-dashboard', shape)
    expect((await visitor.goto(`/watch/${id}`))?.status()).toBe(404)

    await page.getByRole('link', { name: 'Edit Night bus' }).press('Enter')
    await page.waitForURL('**/dashboard/edit/*')
    await radio(page, 'Save as draft').press('ArrowUp')
    await expect(radio(page, 'Schedule')).toBeChecked()
    await page.getByRole('button', { name: 'Save changes' }).press('Enter')
    await expect(page.getByText(/^Choose the date and time to publish/).first()).toBeVisible()
    // The toast does not cover the button that the creator needs next.
    await page.getByRole('button', { name: 'Save changes' }).click({ trial: true })
    await page.getByLabel('Date and time').fill(await inAnHour(page))
    const timeZone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
    await expect(page.getByText(`Time zone: ${timeZone}`)).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'publishing-edit', shape)
    await page.getByRole('button', { name: 'Save changes' }).press('Enter')
    await expect(page.getByText(/Only you can see this video until its scheduled time/).first()).toBeVisible()
    await page.getByRole('link', { name: 'Watch', exact: true }).press('Enter')
    await expect(page.getByText(/^Scheduled: only you can see this video/)).toBeVisible()

    await page.goto('/dashboard')
    await expect(
      row.getByText(/Will be published \w{3} \d+ \w+( \d{4})?, \d\d:\d\d \(your time zone\)/),
    ).toBeVisible()
    // A scheduled video needs no action, so no button in its row is emphasized.
    await expect(row.locator('.btn-primary')).toHaveCount(0)
    await expect(row.getByRole('link', { name: 'Reschedule Night bus' })).toHaveAttribute(
      'href',
      `/dashboard/edit/${id}#publication`,
    )
    await checkPageAndCaptureScreenshot(page, 'publishing-scheduled', shape)
    await page.getByRole('button', { name: 'Publish now: Night bus' }).press('Enter')
    await expect(row.getByText('Everyone can watch')).toBeVisible()
    expect((await visitor.goto(`/watch/${id}`))?.status()).toBe(200)
  })

test('the upload form saves a video as a draft that only its creator can see', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 404/)
  const [page, visitor] = [await person(), await person()]
  await signUpThroughApi(page, 'formdrafter')
  await page.goto('/create/talent')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await createTestClip())
  await page.getByLabel('Title').fill('Unfinished song')
  await radio(page, 'Unlisted').check({ force: true })
  await radio(page, 'Schedule').check({ force: true })
  await page.getByRole('button', { name: 'Upload and schedule' }).click()
  await expect(page.getByText('Choose the date and time to publish this video.').first()).toBeVisible()
  await checkPageAndCaptureScreenshot(page, 'publishing-form', 'desktop-light')
  await radio(page, 'Save as draft').check({ force: true })
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { name: 'Saved as a draft' })).toBeVisible()
  const link = page.getByRole('link', { name: 'Unfinished song', exact: true })
  const path = (await link.getAttribute('href'))!
  expect((await visitor.goto(path))?.status()).toBe(404)
  await page.getByRole('button', { name: 'Publish Unfinished song' }).click()
  await expect(page.getByText('Unlisted: anyone with the link can watch')).toBeVisible()
  expect((await visitor.goto(path))?.status()).toBe(200)
})
