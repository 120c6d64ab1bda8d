import { describeApiError } from '#contract/errors/api-error.ts'
import { expect, testPassword, test } from '#tests/support/browser/browser-test.ts'

const account = (username: string) => ({
  full_name: `${username} Example`,
  email: `${username}@example.com`,
  age: 16,
  username,
  password: testPassword,
  terms: true,
})

test('a Safety Center message can be sent again after a connection failure', async ({
  person,
  server,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 422/, /ERR_CONNECTION_FAILED/)
  const page = await person()
  await page.goto('/contact?subject=report')
  await expect(page.getByText('To report something, send us the link')).toBeVisible()
  await expect(page.locator('input[name=topic]')).toHaveValue('report')
  await page.goto('/contact?subject=safety-help')
  await expect(page.getByLabel('Subject')).toHaveValue('Technical Support')
  for (const time of ['1–2 business days', 'the same day', 'within 24 hours', '1–3 business days'])
    await expect(page.getByText(time, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Please enter your first name.').first()).toBeVisible()
  await expect(page.getByText('Please write your message.')).toBeVisible()
  await page.getByLabel('First name').fill('Pat')
  await page.getByLabel('Last name').fill('Doe')
  await page.getByLabel('Email').fill('pat@example.com')
  await page.getByLabel('Message').fill('How do I block somebody?')
  await page.route('**/contact.data*', (route) => route.abort('connectionfailed'))
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(
    page.locator('.toast').filter({ hasText: 'Failed to send message. Please try again.' }),
  ).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('How do I block somebody?')
  await page.unroute('**/contact.data*')
  await page.getByRole('button', { name: 'Send message' }).click()
  const sent = "Message sent successfully! We'll get back to you soon."
  await expect(page.getByRole('heading', { name: sent })).toBeFocused()
  await expect(page.locator('.toast').filter({ hasText: sent })).toBeVisible()
  // The email is sent in the background, and the mailbox page lists only emails sent before it was opened, so
  // the test opens the page repeatedly.
  await expect(async () => {
    await page.goto(server.mailbox)
    const letter = page.getByText('[Safety Center: help] Technical Support (Pat Doe)')
    await expect(letter).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
})

test('an account deletion scheduled with the contact form can be cancelled on the dashboard', async ({
  person,
}) => {
  const page = await person()
  await page.request.post('/api/accounts', { data: account('dino') })
  await page.goto('/dashboard#account')
  await page.getByRole('link', { name: 'Delete account' }).click()
  await expect(page).toHaveURL(/\/contact\?subject=delete-account$/)
  await expect(page.getByLabel('Subject')).toHaveValue('Delete Account (24–48 hour process)')
  await expect(page.getByText('We’ll delete @dino (dino@example.com).')).toBeVisible()
  await expect(page.getByLabel('Last name')).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is scheduled for deletion' })).toBeVisible()
  await expect(page.getByText('Your account is now hidden from everyone.')).toBeVisible()
  await expect(page.getByText('get back to you soon')).toHaveCount(0)
  expect((await (await person()).request.get('/api/profiles/dino')).status()).toBe(404)

  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is scheduled for deletion' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel deletion' }).click()
  await expect(page.locator('.toast').filter({ hasText: 'Welcome back!' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your account is scheduled for deletion' })).toHaveCount(0)
  expect((await (await person()).request.get('/api/profiles/dino')).status()).toBe(200)
})

test('settings and contact forms work without JavaScript', async ({ person, expectedTrouble }) => {
  expectedTrouble.push(/status of 422/)
  const page = await person({ javaScriptEnabled: false })
  await page.request.post('/api/accounts', { data: account('pebbles') })
  await page.goto('/dashboard')
  await page.getByRole('textbox', { name: 'Username' }).fill('p')
  await page.getByLabel('Bio').fill('Plain')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Use 3–20 characters: letters, numbers, or underscores.')).toBeVisible()
  await expect(page.getByLabel('Bio')).toHaveValue('Plain')
  await page.getByRole('textbox', { name: 'Username' }).fill('pebbles_two')
  await page.getByRole('button', { name: 'Save changes' }).click()
  // The username reveals the user's real name. The site warns about this once and then accepts the username.
  await expect(page.getByText(describeApiError('username_advised').detail)).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated successfully.')).toBeVisible()

  await page.goto('/contact?subject=delete-account')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Delete your account?' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is scheduled for deletion' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.getByRole('button', { name: 'Cancel deletion' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is scheduled for deletion' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Danger zone' })).toBeVisible()
})
