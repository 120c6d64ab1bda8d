import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { expect, test, waitForPlayback } from '#tests/support/browser/browser-test.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { throttleUpload } from '#tests/support/browser/pending-uploads.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'

test('a creator can replace the file of a video, on a phone or with the keyboard, and viewers get the new file', async ({
  person,
  server,
}) => {
  const creator = await signUpOverHttp(server.url, 'replacer')
  const id = await publishSampleVideo(creator, { title: 'Take one' })
  const viewer = await person()
  await viewer.goto(`/watch/${id}`)
  const page = await person({ viewport: { width: 390, height: 844 } })
  await setSessionCookies(page, creator)
  await page.goto(`/dashboard/edit/${id}`)
  const section = page.getByRole('region', { name: 'Replace video' })
  const file = section.getByLabel('New video file')
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await expect(section.getByText(/^Unsupported format/)).toBeVisible()
  await expect(section.getByRole('button', { name: 'Replace video', exact: true })).toHaveCount(0)
  await file.setInputFiles(await createTestClip(undefined, { seconds: 4 }))
  await file.press('Tab')
  await expect(section.getByRole('button', { name: 'Replace video', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(section.getByRole('heading', { name: 'Replace video' })).toBeFocused()
  await expect(section.getByText('Replaced. Viewers now see the new video.').last()).toBeVisible({
    timeout: 60_000,
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(1)

  await viewer.reload()
  await viewer.getByRole('button', { name: 'Play' }).first().click()
  await waitForPlayback(viewer)
  const duration = await viewer.evaluate(() => document.querySelector('video')!.duration)
  expect(Math.round(duration)).toBe(4)
})

test('an interrupted replacement upload continues after a reload, and can be cancelled', async ({
  person,
  server,
}) => {
  const creator = await signUpOverHttp(server.url, 'rereplacer')
  const id = await publishSampleVideo(creator, { title: 'Take two' })
  const clip = await createTestClip(undefined, { seconds: 4, width: 640, height: 360 })
  const page = await person()
  await setSessionCookies(page, creator)
  await page.goto(`/dashboard/edit/${id}`)
  const section = page.getByRole('region', { name: 'Replace video' })
  await throttleUpload(page, 40_000)
  await section.getByLabel('New video file').setInputFiles(clip)
  await section.getByRole('button', { name: 'Replace video' }).click()
  const bar = section.getByRole('progressbar', { name: 'Uploading the new video' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5)
  await page.reload()
  await expect(
    section.getByText('The upload of the new video was interrupted.', { exact: false }),
  ).toBeVisible()
  await section.getByRole('button', { name: 'Continue upload' }).click()
  await expect(bar).toBeVisible()

  await section.getByRole('button', { name: 'Cancel replacement' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel the replacement?' })
  await dialog.getByRole('button', { name: 'Cancel replacement' }).click()
  await expect(section.getByLabel('New video file')).toBeVisible()
  await page.reload()
  await expect(section.getByLabel('New video file')).toBeVisible()
})
