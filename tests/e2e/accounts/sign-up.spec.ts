import type { Page } from '@playwright/test'
import pg from 'pg'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'
import { expect, signUpThroughForm, testPassword, test } from '#tests/support/browser/browser-test.ts'

/** A separate site with Google sign-in, and with a database that the test can query. */
let site: TestSite

test.beforeAll(async () => {
  site = await startTestSite({ GOOGLE_CLIENT_ID: 'id-of-this-site', GOOGLE_CLIENT_SECRET: 'secret' })
})
test.afterAll(async () => {
  await site.close()
})

const email = (name: string) => `${name}@example.com`
const toast = (page: Page, text: string) => page.locator('.toast').getByText(text, { exact: true })

async function signInWith(page: Page, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email('freshcleo'))
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('the sign-up and sign-in forms name the cause of a failure', async ({ person, expectedTrouble }) => {
  expectedTrouble.push(/status of (401|409|422|503)|ERR_FAILED|Failed to fetch/)
  const cleo = await person({ baseURL: site.url })
  await signUpThroughForm(cleo, 'takencleo')
  await cleo.context().clearCookies()
  await cleo.goto('/signup')
  const username = cleo.getByRole('textbox', { name: 'Username' })
  await username.fill('takenCleo')
  await expect(cleo.getByText('Please choose another username.')).toBeVisible()
  await username.fill('fresh_cleo')
  await expect(cleo.getByText('@fresh_cleo is available.')).toBeVisible()
  await cleo.route('**/api/usernames/**', (route) => route.abort())
  await username.fill('cut_cleo')
  await expect(toast(cleo, 'Signup error')).toBeVisible()

  await cleo.getByRole('textbox', { name: 'Full name' }).fill('Cleo Example')
  await cleo.getByRole('textbox', { name: 'Email' }).fill(email('takencleo'))
  await expect(cleo.getByLabel(/^First name/)).toBeVisible()
  await expect(cleo.getByRole('checkbox', { name: /news.*optional/ })).not.toBeChecked()
  await cleo.getByRole('spinbutton', { name: 'Age' }).fill('17')
  await expect(cleo.getByLabel('My real name')).toBeHidden()
  await cleo.getByRole('spinbutton', { name: 'Age' }).fill('20')
  await cleo.getByLabel('Password', { exact: true }).fill(testPassword)
  await cleo.getByLabel(/terms/i).check()
  const submit = cleo.getByRole('button', { name: 'Join Free' })
  await submit.click()
  await expect(toast(cleo, 'Age restriction')).toBeVisible()
  await expect(toast(cleo, 'Only users aged 13–19 can create an account.')).toBeVisible()
  await cleo.getByRole('spinbutton', { name: 'Age' }).fill('18')
  await expect(cleo.getByLabel('My real name')).toBeVisible()
  await cleo.getByLabel('My real name').check()
  await submit.click()
  await expect(toast(cleo, 'Signup failed')).toBeVisible()
  await expect(toast(cleo, 'An account with this email already exists. Sign in instead.')).toBeVisible()
  await expect(cleo).toHaveURL(/\/signup$/)
  await cleo.getByRole('textbox', { name: 'Email' }).fill(email('freshcleo'))
  await cleo.route('**/signup.data*', (route) => route.abort())
  await submit.click()
  await expect(toast(cleo, 'Sign Up Failed')).toBeVisible()
  await expect(toast(cleo, 'We will be right back. Please try again in a few seconds.')).toBeVisible()
  await cleo.unroute('**/signup.data*')
  await submit.click()
  await cleo.waitForURL('**/dashboard')
  await expect(toast(cleo, 'Your account will display your full name publicly.')).toBeVisible()

  const visitor = await person({ baseURL: site.url })
  await visitor.goto('/login')
  await signInWith(visitor, 'not-the-password')
  await expect(toast(visitor, 'Sign In Failed')).toBeVisible()
  await expect(toast(visitor, 'The email or password is incorrect.')).toBeVisible()
  await visitor.route('**/login.data*', (route) => route.abort())
  await signInWith(visitor, testPassword)
  await expect(toast(visitor, 'We will be right back. Please try again in a few seconds.')).toBeVisible()
  await expect(visitor.getByRole('textbox', { name: 'Email' })).toHaveValue(email('freshcleo'))
  await expect(visitor).toHaveURL(/\/login$/)
})

test('the sign-up form advises against a username that identifies the person, but accepts it', async ({
  person,
}) => {
  const lena = await person({ baseURL: site.url })
  await lena.goto('/signup')
  const username = lena.getByRole('textbox', { name: 'Username' })
  const advice = lena.getByText('A username that doesn’t identify you is safer, but it’s up to you.')
  await lena.getByRole('textbox', { name: 'Full name' }).fill('Lena Moller')
  await lena.getByRole('textbox', { name: 'Email' }).fill(email('hummingbird'))
  await lena.getByRole('spinbutton', { name: 'Age' }).fill('15')
  for (const telling of ['lena_moller', 'hummingbird7', 'call_01714445566']) {
    await username.fill(telling)
    await expect(advice).toBeVisible()
  }
  await username.fill('lena_sings')
  await expect(advice).toBeHidden()
  await username.fill('lena_moller')
  await expect(advice).toBeVisible()
  await lena.getByRole('spinbutton', { name: 'Age' }).fill('18')
  await expect(advice).toBeHidden()
  await lena.getByRole('spinbutton', { name: 'Age' }).fill('15')
  await expect(advice).toBeVisible()
  await lena.getByLabel('Password', { exact: true }).fill(testPassword)
  await lena.getByLabel(/terms/i).check()
  await lena.getByRole('button', { name: 'Join Free' }).click()
  await lena.waitForURL('**/dashboard')
})

test('the sign-in page explains why sign-in with Google or Apple is unavailable or was cancelled', async ({
  person,
}) => {
  const visitor = await person({ baseURL: site.url })
  await visitor.goto('/login?next=%2Fmusic')
  const apple = visitor.getByRole('button', { name: 'Sign in with Apple' })
  await expect(apple).toBeDisabled()
  await apple.hover()
  await expect(visitor.getByText('Sign-in with Apple isn’t set up on this site.').first()).toBeVisible()
  await visitor.route('https://accounts.google.com/**', (route) => route.fulfill({ body: 'Google' }))
  await visitor.getByRole('button', { name: 'Sign in with Google' }).click()
  await visitor.waitForURL('https://accounts.google.com/**')
  const asked = new URL(visitor.url()).searchParams
  expect(asked.get('client_id')).toBe('id-of-this-site')
  expect(asked.get('redirect_uri')).toBe(`${site.url}/api/auth/callback/google`)
  await visitor.goto(`/api/auth/callback/google?error=access_denied&state=${asked.get('state')}`)
  await expect(visitor).toHaveURL(/\/login\?error=/)
  await expect(visitor.getByText('You cancelled signing in with Google')).toBeVisible()
})

test('if the profile of a Google sign-up cannot be saved, the form shows an error and keeps the typed values', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/ERR_FAILED|status of 409/)
  const sam = await person({ baseURL: site.url })
  await signUpThroughForm(sam, 'samsocial')
  const client = new pg.Client(site.databaseUrl)
  await client.connect()
  // The profile is deleted after the private details. If the profile were deleted first, a dashboard request
  // between the two deletions could find private details without a profile and create a new profile.
  await client.query(`delete from private_details where full_name = 'samsocial Example'`)
  await client.query(`delete from profiles where username = 'samsocial'`)
  await client.end()
  await sam.goto('/music')
  await sam.waitForURL('**/welcome')
  await sam.getByRole('textbox', { name: 'Full name' }).fill('Sam Social')
  await sam.getByRole('spinbutton', { name: 'Age' }).fill('17')
  await sam.getByRole('textbox', { name: 'Username' }).fill('samsocial')
  await sam.getByLabel(/terms/i).check()
  await sam.route('**/welcome.data*', (route) => route.abort())
  await sam.getByRole('button', { name: 'Join Free' }).click()
  await expect(toast(sam, 'Profile save failed')).toBeVisible()
  await sam.unroute('**/welcome.data*')
  await expect(sam.getByRole('textbox', { name: 'Full name' })).toHaveValue('Sam Social')
  await sam.getByRole('button', { name: 'Join Free' }).click()
  await sam.waitForURL('**/dashboard')
})
