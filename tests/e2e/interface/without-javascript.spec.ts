import { expect, testPassword, test } from '#tests/support/browser/browser-test.ts'

test('joining, signing in and signing out work without JavaScript', async ({ person, expectedTrouble }) => {
  // When a form is refused, Chromium logs the error status of the resulting page, so this log message is
  // expected.
  expectedTrouble.push(/status of (401|422)/)
  const page = await person({ javaScriptEnabled: false })
  await page.goto('/signup')
  await page.getByRole('textbox', { name: 'Full name' }).fill('No Script')
  await page.getByRole('textbox', { name: 'Email' }).fill('noscript@example.com')
  await page.getByRole('spinbutton', { name: 'Age' }).fill('12')
  await page.getByRole('textbox', { name: 'Username' }).fill('no_script')
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByLabel(/terms/i).check()
  await page.getByRole('button', { name: 'Join Free' }).click()
  await expect(page.getByText('Only users aged 13–19 can create an account.').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('No Script')
  await page.getByRole('spinbutton', { name: 'Age' }).fill('17')
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Join Free' }).click()
  await expect(
    page.getByText('Choose one that doesn’t identify you, or submit the form again to keep this one.'),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('no_script')
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Join Free' }).click()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your uploads' })).toBeVisible()

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard/)
  await page.getByRole('textbox', { name: 'Email' }).fill('noscript@example.com')
  await page.getByLabel('Password', { exact: true }).fill('wrong-one')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('The email or password is incorrect.').first()).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})
