import { postComment } from '#contract/engagement/comments.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { putTimeZone } from '#contract/wellbeing.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { uploadSampleVideo } from '#tests/support/browser/sample-videos.ts'
import {
  checkPageAndCaptureScreenshot,
  findAccessibilityViolations,
  screenVariants,
} from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

const album = process.env['SCREENSHOTS']

/**
 * Uploads a file that begins with the header of an MP4 video, so the upload is accepted. The worker rejects
 * the file later, because the file is not a valid video.
 */
async function uploadBrokenVideo(owner: HttpTestClient, title: string): Promise<void> {
  const bytes = Buffer.alloc(20_000, 7)
  bytes.write('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1')
  const { uploadURL } = await owner.call(createUpload, {
    body: { title, content_type: 'talent', file_name: 'clip.mp4', file_size: bytes.length },
  })
  const form = new FormData()
  form.set('file', new Blob([bytes]), 'clip.mp4')
  await owner.fetch(new URL(uploadURL).pathname, { method: 'POST', body: form })
}

test('notifications about videos and comments appear live and can be opened with the keyboard', async ({
  person,
  server,
}) => {
  const [owner, fan] = [
    await signUpOverHttp(server.url, 'iris_bell'),
    await signUpOverHttp(server.url, 'jo_bell'),
  ]
  const iris = await person({ viewport: { width: 1440, height: 900 } })
  await setSessionCookies(iris, owner)
  const bell = iris.getByRole('link', { name: /^Notifications/ })
  const followed = iris.waitForRequest('**/api/notifications/events*')
  await iris.goto('/dashboard')
  await expect(bell).toHaveAccessibleName('Notifications')
  await followed
  const id = await uploadSampleVideo(owner, { title: 'Rooftop handstand', type: 'talent' })
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await expect(iris.getByText('You have 1 unread notification')).toBeAttached()
  await uploadBrokenVideo(owner, 'Blurry handstand')
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread')

  await fan.call(putLike, { params: { id } })
  await fan.call(postComment, { params: { id }, body: { body: 'HOW are you still up there' } })
  await expect(bell).toHaveAccessibleName('Notifications, 4 unread')

  await bell.focus()
  await iris.keyboard.press('Enter')
  const centre = iris.getByRole('dialog', { name: 'Notifications' })
  await expect(centre).toBeFocused()
  await expect(centre.getByText('jo_bell commented on “Rooftop handstand”')).toBeVisible()
  await expect(centre.getByText('HOW are you still up there')).toBeVisible()
  await expect(centre.getByText('No older notifications')).toBeVisible()
  expect(await findAccessibilityViolations(iris, '.centre')).toEqual([])
  if (album) await iris.screenshot({ path: `${album}/bell-desktop.png` })
  await iris.keyboard.press('Escape')
  await expect(centre).toBeHidden()
  await expect(bell).toBeFocused()

  await iris.keyboard.press('Enter')
  await expect(centre).toBeVisible()
  // A press on the bell right after Escape opens the panel again, even before the browser has reported the close.
  await bell.evaluate((link: HTMLElement) => {
    document.querySelector<HTMLElement>('.centre')!.hidePopover()
    link.click()
  })
  await centre.getByRole('button', { name: /^Mark as read: jo_bell liked/ }).click()
  await expect(bell).toHaveAccessibleName('Notifications, 3 unread')
  await centre.getByRole('link', { name: /commented on/ }).click()
  await iris.waitForURL(`**/watch/${id}#comments`)
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
  await bell.click()
  await expect(centre.getByText('“Blurry handstand” couldn’t be processed')).toBeVisible()
  await centre.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell).toHaveAccessibleName('Notifications')
  await bell.click()
  await expect(centre).toBeHidden()

  const jo = await person({ viewport: { width: 390, height: 844 } })
  await setSessionCookies(jo, fan)
  await jo.goto('/')
  const joBell = jo.getByRole('link', { name: 'Notifications', exact: true }).first()
  await joBell.click()
  await expect(jo.getByRole('dialog').getByText('No notifications yet')).toBeVisible()
  if (album) await jo.screenshot({ path: `${album}/bell-empty-phone.png` })
})

test('a notification that arrives while the notifications page is open appears in its list', async ({
  person,
  server,
}) => {
  const owner = await signUpOverHttp(server.url, 'lea_bell')
  const fan = await signUpOverHttp(server.url, 'max_bell')
  const id = await uploadSampleVideo(owner, { title: 'Open window', type: 'talent' })
  const page = await person()
  await setSessionCookies(page, owner)
  const subscribed = page.waitForRequest('**/api/notifications/events*')
  await page.goto('/notifications')
  await expect(page.getByText('“Open window” is ready to watch')).toBeVisible()
  await subscribed
  await fan.call(postComment, { params: { id }, body: { body: 'what a view' } })
  await expect(page.getByText('max_bell commented on “Open window”')).toBeVisible()
  await expect(page.getByText('You have 2 unread notifications')).toBeAttached()
})

test('the notifications page offers every action without JavaScript', async ({ person, server }) => {
  const page = await person({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await setSessionCookies(page, await signUpOverHttp(server.url, 'kim_bell'))
  await page.goto('/')
  await page.getByRole('link', { name: 'Notifications', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await page.getByLabel(/^Likes/).uncheck()
  await page.getByRole('button', { name: 'Save bell settings' }).click()
  await page.goto('/notifications')
  await expect(page.getByLabel(/^Likes/)).not.toBeChecked()
  await expect(page.getByLabel(/^Comments/)).toBeChecked()
})

/** A time zone in which it is night now: between 1 and 2 a.m. */
function nightTimeZone(): string {
  const hours = (25 - new Date().getUTCHours()) % 24
  return hours <= 14 ? `Etc/GMT-${hours}` : `Etc/GMT+${24 - hours}`
}

for (const { shape, options } of screenVariants)
  test(`during quiet hours, the bell shows when notifications will arrive: ${shape}`, async ({
    person,
    server,
  }) => {
    const member = await signUpOverHttp(server.url, `quiet_${shape.replace('-', '_')}`)
    const timezoneId = nightTimeZone()
    await member.call(putTimeZone, { body: { time_zone: timezoneId } })
    const page = await person({ ...options, timezoneId })
    await setSessionCookies(page, member)
    await page.goto('/')
    await page.getByRole('link', { name: 'Notifications', exact: true }).first().press('Enter')
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    await expect(panel.getByText('Quiet hours until 07:00.')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'bell-quiet-hours', shape)
    await panel.getByRole('link', { name: 'Change quiet hours' }).press('Enter')
    await expect(page).toHaveURL('/notifications#quiet-hours')
    await expect(page.getByRole('heading', { name: 'Quiet hours' })).toBeInViewport()
    await expect(page.getByText('Quiet hours until 07:00.')).toBeAttached()

    const overview = page.getByRole('region', { name: 'How notifications reach you' })
    await expect(overview.getByRole('listitem')).toHaveText([
      /^In your bell.*Always on$/,
      /^Push notifications.*Off$/,
      /^Weekly email.*Off$/,
      /^Quiet hours.*22:00 to 07:00$/,
    ])
    await checkPageAndCaptureScreenshot(page, 'notification-settings', shape)
    await page.getByRole('checkbox', { name: 'Email me once a week' }).press('Space')
    await page.getByRole('button', { name: 'Save email settings' }).press('Enter')
    await expect(overview.getByRole('listitem').nth(2)).toHaveText(/Confirm your email first$/)
  })
