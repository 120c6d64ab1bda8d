import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import { makeClip } from '../support/clips.ts'
import { expect, join, test } from './support/site.ts'

const album = process.env['SCREENSHOTS']

/** Uploads through the API, as a program does; resolves with the item's id. */
async function uploads(page: Page, title: string, file: string): Promise<string> {
  const bytes = await readFile(file)
  const announced = await page.request.post('/api/uploads', {
    data: { title, content_type: 'talent', file_name: 'clip.mp4', file_size: bytes.length },
  })
  const { uploadURL, contentId } = (await announced.json()) as { uploadURL: string; contentId: string }
  const sent = await page.request.post(uploadURL, {
    multipart: { file: { name: 'clip.mp4', mimeType: 'video/mp4', buffer: bytes } },
  })
  expect(sent.ok()).toBe(true)
  return contentId
}

test('the bell lights up live when a video is ready and when others speak, opens by keyboard, and is cleared', async ({
  person,
}, { outputDir }) => {
  const clip = await makeClip(outputDir, { seconds: 2, width: 640, height: 360, fps: 24 })
  const iris = await person({ viewport: { width: 1440, height: 900 } })
  await join(iris, 'iris_bell')
  const bell = iris.getByRole('link', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications')
  const followed = iris.waitForRequest('**/api/notifications/events*')
  await iris.goto('/dashboard')
  await followed
  const id = await uploads(iris, 'Rooftop handstand', clip)
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await expect(iris.getByText('You have 1 unread notification')).toBeAttached()

  const jo = await person({ viewport: { width: 390, height: 844 } })
  await join(jo, 'jo_bell')
  await jo.request.put(`/api/content/${id}/like`)
  await jo.request.post(`/api/content/${id}/comments`, { data: { body: 'HOW are you still up there' } })
  await expect(bell).toHaveAccessibleName('Notifications, 3 unread')

  await bell.focus()
  await iris.keyboard.press('Enter')
  const centre = iris.getByRole('dialog', { name: 'Notifications' })
  await expect(centre).toBeFocused()
  await expect(centre.getByText('jo_bell commented on “Rooftop handstand”')).toBeVisible()
  await expect(centre.getByText('HOW are you still up there')).toBeVisible()
  await expect(centre.getByText('You’re all caught up')).toBeVisible()
  const { violations } = await new AxeBuilder({ page: iris }).include('.centre').analyze()
  expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join()}`)).toEqual(
    [],
  )
  if (album) await iris.screenshot({ path: `${album}/bell-desktop.png` })
  await iris.keyboard.press('Escape')
  await expect(centre).toBeHidden()
  await expect(bell).toBeFocused()

  await iris.keyboard.press('Enter')
  await centre.getByRole('button', { name: /^Mark as read: jo_bell liked/ }).click()
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
  await centre.getByRole('link', { name: /commented on/ }).click()
  await iris.waitForURL(`**/watch/${id}#comments`)
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await bell.click()
  await centre.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell).toHaveAccessibleName('Notifications')
  await bell.click()
  await expect(centre).toBeHidden()

  await jo.goto('/')
  const joBell = jo.getByRole('link', { name: 'Notifications', exact: true }).first()
  await joBell.click()
  await expect(jo.getByRole('dialog').getByText('Nothing yet')).toBeVisible()
  if (album) await jo.screenshot({ path: `${album}/bell-empty-phone.png` })
})

test('without script the bell is a link to a page where everything can be done', async ({ person }) => {
  const kim = await person()
  await join(kim, 'kim_bell')
  const cookies = await kim.context().cookies()
  const page = await person({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await page.context().addCookies(cookies)
  await page.goto('/')
  await page.getByRole('link', { name: 'Notifications', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await page.getByLabel(/^Likes/).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.goto('/notifications')
  await expect(page.getByLabel(/^Likes/)).not.toBeChecked()
  await expect(page.getByLabel(/^Comments/)).toBeChecked()
})
