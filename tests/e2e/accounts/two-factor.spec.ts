import { computeTotpCode } from '#tests/support/clients/totp.ts'
import { readRecordedAuthEvents, recordAuthEvents } from '#tests/support/browser/auth-events.ts'
import { checkPageAndCaptureScreenshot } from '#tests/support/browser/accessibility-checks.ts'
import { expect, signUpThroughApi, testPassword, test } from '#tests/support/browser/browser-test.ts'

test('two-factor authentication can be turned on with an app, used to sign in, and turned off again', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of (403|422)/)
  const ada = await person({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await signUpThroughApi(ada, 'step_ada')
  await ada.goto('/dashboard')
  await ada.getByRole('link', { name: 'Account', exact: true }).click()
  await ada.getByRole('link', { name: 'Sign-in & security', exact: true }).click()
  await ada.getByRole('button', { name: 'Turn on' }).click()
  await expect(ada.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = (await ada.locator('p.font-mono').innerText()).replaceAll(/\s/g, '')
  await checkPageAndCaptureScreenshot(ada, 'second-step-set-up', 'phone-dark')
  await ada.getByLabel('Six-digit code').fill('000000')
  await ada.getByRole('button', { name: 'Confirm' }).click()
  await expect(ada.getByText(/This code is incorrect/).first()).toBeVisible()
  await expect(ada.locator('.toast').getByText('Something went wrong')).toBeVisible()
  // The page shows the same QR code again, so an app that has already scanned it can be used without starting
  // over.
  expect((await ada.locator('p.font-mono').innerText()).replaceAll(/\s/g, '')).toBe(secret)
  await ada.getByLabel('Six-digit code').fill(await computeTotpCode(secret, -1))
  await ada.getByLabel('Six-digit code').press('Enter')
  await expect(ada.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const codes = await ada.getByRole('main').locator('ol').getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  const download = ada.waitForEvent('download')
  await ada.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('afterbell-recovery-codes.txt')
  await checkPageAndCaptureScreenshot(ada, 'recovery-codes', 'phone-dark')
  await ada.getByRole('link', { name: 'I’ve saved them' }).click()
  await expect(ada.getByText('10 of 10 recovery codes left.')).toBeVisible()
  await checkPageAndCaptureScreenshot(ada, 'second-step-on', 'phone-dark')

  await ada.context().clearCookies()
  const givesPassword = async (page = ada) => {
    await page.goto('/login?next=%2Fmusic')
    await page.getByRole('textbox', { name: 'Email' }).fill('step_ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill(testPassword)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/login/code?next=%2Fmusic')
  }
  await recordAuthEvents(ada)
  await givesPassword()
  await expect(ada.getByText('Welcome Back!')).toHaveCount(0)
  await checkPageAndCaptureScreenshot(ada, 'code', 'phone-dark')
  await ada.getByLabel('Code from your authenticator app').fill('000000')
  await ada.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(ada.getByText(/This code is incorrect/).first()).toBeVisible()
  await ada.getByLabel('Code from your authenticator app').fill(await computeTotpCode(secret))
  await ada.getByRole('button', { name: 'Sign In', exact: true }).click()
  await ada.waitForURL('**/music')
  await expect
    .poll(() => readRecordedAuthEvents(ada))
    .toEqual(['initial_session', 'mfa_challenge_verified', 'signed_in'])
  await expect(ada.locator('.toast').getByText('Welcome Back!')).toBeVisible()

  const plain = await person({ javaScriptEnabled: false })
  await givesPassword(plain)
  await plain.getByRole('link', { name: 'Use a recovery code' }).click()
  await plain.getByLabel('Recovery code').fill(codes[0]!)
  await plain.getByRole('button', { name: 'Sign In', exact: true }).click()
  await plain.waitForURL('**/music')

  await plain.goto('/dashboard/sign-in')
  await expect(plain.getByText('9 of 10 recovery codes left.')).toBeVisible()
  await plain.getByLabel('Current password').fill(testPassword)
  await plain.getByRole('button', { name: 'Turn off' }).click()
  await expect(plain.getByText('Two-step sign-in is off.')).toBeVisible()
  const wide = await person({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })
  await wide.goto('/login/code')
  await expect(wide.getByText(/This sign-in has expired/)).toBeVisible()
  await checkPageAndCaptureScreenshot(wide, 'code-expired', 'desktop-light')
})
