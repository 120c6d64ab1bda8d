import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { uploadSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

test('a creator can edit a published video and pick another frame as its cover', async ({
  person,
  server,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of (404|422)/)
  const editor = await signUpOverHttp(server.url, 'editor')
  await uploadSampleVideo(editor, { title: 'First draft', type: 'talent' }, { seconds: 3, audio: 'none' })
  const page = await person()
  await setSessionCookies(page, editor)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Edit First draft' }).click()
  await page.waitForURL('**/dashboard/edit/*')
  await expect(page.getByText(/^Frame \d of 3$/)).toHaveCount(3)
  await page.getByLabel('Title').fill('Second thoughts')
  await page.getByLabel('Genre').selectOption('Magic')
  await page.getByText('Frame 3 of 3').click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your changes are live.').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Second thoughts' })).toBeVisible()
  const cover = await page.getByLabel('Current cover').locator('xpath=..').locator('img').getAttribute('src')
  expect(cover).toMatch(/\/cover\//)

  const cookies = await page.context().storageState()
  const plain = await person({ javaScriptEnabled: false, storageState: cookies })
  await plain.goto(page.url())
  await plain.getByLabel('Title').fill('   ')
  await plain.getByRole('button', { name: 'Save changes' }).click()
  await expect(plain.getByText('Please add a title.').first()).toBeVisible()
  await plain.getByLabel('Title').fill('Third time lucky')
  await plain.getByText('Automatic cover').click()
  await plain.getByRole('button', { name: 'Save changes' }).click()
  await expect(plain.getByText('Your changes are live.')).toBeVisible()

  await page.getByRole('link', { name: 'Watch', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Third time lucky' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.waitForURL('**/dashboard/edit/*')
  const other = await person()
  await setSessionCookies(other, await signUpOverHttp(server.url, 'noneditor'))
  expect((await other.goto(page.url()))?.status()).toBe(404)
})
