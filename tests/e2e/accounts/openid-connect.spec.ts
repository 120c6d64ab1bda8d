import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'
import { findFreePort } from '#tests/support/processes/server-process.ts'
import { checkPageAndCaptureScreenshot } from '#tests/support/browser/accessibility-checks.ts'
import { expect, signUpThroughApi, testPassword, test as base } from '#tests/support/browser/browser-test.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '#tests/support/servers/openid-provider.ts'

/** A site that people can sign in to with a real OpenID Connect provider. */
let site: TestSite
let school: TestOpenIdProvider
base.beforeAll(async () => {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  school = await startOpenIdProvider({ site: url, id: 'school' })
  const settings = { ...school.settings, OIDC_SCHOOL_NAME: 'Example School' }
  site = await startTestSite({ PUBLIC_URL: url, OIDC_PROVIDERS: 'school', ...settings }, port)
  const today = new Date()
  const birthdate = `${today.getUTCFullYear() - 16}-01-01`
  school.people.set('oidc-ada', { email: 'oidc-ada@school.example', email_verified: true, birthdate })
  school.people.set('oidc-bea', { email: 'oidc_bea@example.com', email_verified: true })
})
base.afterAll(async () => {
  await site.close()
  await school.close()
})

const phoneDark = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const }

base('a pupil joins and signs in with the school, using only the keyboard', async ({ person }) => {
  const ada = await person({ baseURL: site.url, ...phoneDark })
  await ada.goto('/signup')
  await expect(ada.getByRole('button', { name: 'Join with Example School' })).toBeVisible()
  await checkPageAndCaptureScreenshot(ada, 'join-with-school', 'phone-dark')
  await ada.goto('/login')
  const button = ada.getByRole('button', { name: 'Sign in with Example School' })
  await expect(ada.getByRole('button', { name: /Google|Apple/ })).toHaveCount(0)
  await checkPageAndCaptureScreenshot(ada, 'sign-in-with-school', 'phone-dark')
  await button.focus()
  await ada.keyboard.press('Enter')
  await ada.getByLabel('Name').fill('oidc-ada')
  await ada.keyboard.press('Enter')

  await ada.waitForURL('**/welcome')
  await expect(ada.getByText(/You’re 1[56] years old, according to your school/)).toBeVisible()
  await expect(ada.getByRole('spinbutton', { name: 'Age' })).toHaveCount(0)
  await checkPageAndCaptureScreenshot(ada, 'welcome-with-known-age', 'phone-dark')
  await ada.getByRole('textbox', { name: 'Full name' }).fill('Alex Example')
  await ada.getByRole('textbox', { name: 'Username' }).fill('oidc_pupil')
  await ada.getByLabel(/terms/i).check()
  await ada.getByRole('button', { name: 'Join Free' }).press('Enter')
  await ada.waitForURL('**/dashboard')

  await ada.goto('/dashboard/sign-in')
  const card = ada.getByRole('region', { name: 'Other ways to sign in' })
  await expect(card.getByText(/Example School is your only way to sign in/)).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await checkPageAndCaptureScreenshot(ada, 'sign-in-settings-only-school', 'phone-dark')

  await ada.context().clearCookies()
  await ada.goto('/login?next=%2Fmusic')
  await button.press('Enter')
  await ada.getByLabel('Name').fill('oidc-ada')
  await ada.keyboard.press('Enter')
  await ada.waitForURL('**/music')
})

base(
  'a member signs in to the existing account, connects the school and disconnects it',
  async ({ person }) => {
    const bea = await person({ baseURL: site.url, viewport: { width: 1280, height: 800 } })
    await signUpThroughApi(bea, 'oidc_bea')
    await bea.context().clearCookies()
    await bea.goto('/login')
    await bea.getByRole('button', { name: 'Sign in with Example School' }).click()
    await bea.getByLabel('Name').fill('oidc-bea')
    await bea.getByRole('button', { name: 'Continue' }).click()
    await expect(bea.getByText(/There’s already an account with your email address/)).toBeVisible()
    await checkPageAndCaptureScreenshot(bea, 'sign-in-account-exists', 'desktop-light')
    await bea.getByRole('textbox', { name: 'Email' }).fill('oidc_bea@example.com')
    await bea.getByLabel('Password', { exact: true }).fill(testPassword)
    await bea.getByRole('button', { name: 'Sign In', exact: true }).click()

    await bea.waitForURL('**/dashboard/sign-in')
    const card = bea.getByRole('region', { name: 'Other ways to sign in' })
    await expect(card.getByText('Not connected')).toBeVisible()
    await card.getByRole('button', { name: 'Connect Example School' }).click()
    await bea.waitForURL('**/dashboard/sign-in?connected=school')
    await expect(card.getByText('Example School is connected. You can now sign in with it.')).toBeVisible()
    await checkPageAndCaptureScreenshot(bea, 'sign-in-settings-connected', 'desktop-light')
    await card.getByRole('button', { name: 'Disconnect Example School' }).click()
    await expect(card.getByText('Example School is disconnected.')).toBeVisible()
    await expect(card.getByText('Not connected')).toBeVisible()
  },
)

base(
  'while the school is down, the sign-in page says so and the password still works',
  async ({ person, expectedTrouble }) => {
    expectedTrouble.push(/status of (422|503)/)
    const cleo = await person({ baseURL: site.url, ...phoneDark })
    await signUpThroughApi(cleo, 'oidc_cleo')
    await cleo.context().clearCookies()
    await school.stop()
    try {
      // A restarted site has not fetched the metadata of the provider yet.
      site = await site.restart({
        PUBLIC_URL: site.url,
        OIDC_PROVIDERS: 'school',
        ...school.settings,
        OIDC_SCHOOL_NAME: 'Example School',
      })
      await cleo.goto('/login')
      await cleo.getByRole('button', { name: 'Sign in with Example School' }).click()
      await expect(
        cleo
          .getByRole('alert')
          .getByText(/Example School isn’t answering right now/)
          .first(),
      ).toBeVisible()
      await checkPageAndCaptureScreenshot(cleo, 'sign-in-school-down', 'phone-dark')
      await cleo.getByRole('textbox', { name: 'Email' }).fill('oidc_cleo@example.com')
      await cleo.getByLabel('Password', { exact: true }).fill(testPassword)
      await cleo.getByRole('button', { name: 'Sign In', exact: true }).click()
      await cleo.waitForURL('**/dashboard')
    } finally {
      await school.restart()
    }
  },
)
