import { expect, signUpByRequest, testPassword, test } from '#tests/support/browser/browser-test.ts'

test('a member downloads their data, signs out another device, then signs out everywhere', async ({
  person,
}) => {
  const page = await person()
  await signUpByRequest(page, 'dora_data')
  const other = await person()
  await other.goto('/login')
  await other.getByLabel('Email').fill('dora_data@example.com')
  await other.getByLabel('Password', { exact: true }).fill(testPassword)
  await other.getByRole('button', { name: 'Sign In', exact: true }).click()
  await other.waitForURL('**/dashboard')

  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Your data & devices' }).click()
  await page.waitForURL('**/dashboard/data')
  await page.getByRole('button', { name: 'Request a copy' }).click()
  const download = page.getByRole('link', { name: /^Download/ })
  await expect(download).toBeVisible({ timeout: 30_000 })
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toBe('your-data-dora_data.zip')

  await page.getByRole('button', { name: /^Sign out: / }).click()
  await expect(page.getByRole('button', { name: /^Sign out: / })).toHaveCount(0)
  await other.goto('/dashboard/data')
  await other.waitForURL('**/login?**')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL('**/login')
  await page.goto('/dashboard/data')
  await page.waitForURL('**/login?**')
})
