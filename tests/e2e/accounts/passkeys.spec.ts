import type { CDPSession, Page } from '@playwright/test'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'
import { findFreePort } from '#tests/support/processes/server-process.ts'
import { checkPageAndCaptureScreenshot } from '#tests/support/browser/accessibility-checks.ts'
import { expect, signUpThroughApi, testPassword, test as base } from '#tests/support/browser/browser-test.ts'

/** A passkey is bound to a domain name and never to an IP address, so this site has a host name. */
const test = base.extend<object, { server: TestSite }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern here
    async ({}, use) => {
      const port = await findFreePort()
      const url = `http://localhost:${port}`
      const server = await startTestSite({ PUBLIC_URL: url }, port)
      await use({ ...server, url })
      await server.close()
    },
    { scope: 'worker' },
  ],
})

/**
 * Uses the Chrome DevTools Protocol to add a virtual authenticator, which verifies the user as a screen lock
 * does.
 */
async function addVirtualAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

const unlocks = ({ cdp, authenticatorId }: { cdp: CDPSession; authenticatorId: string }, yes: boolean) =>
  cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: yes })

test('a passkey can be added in the settings, used to sign in and removed', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of (401|403|422)/)
  const ada = await person({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  const phone = await addVirtualAuthenticator(ada)
  const scripts: string[] = []
  ada.on('request', (request) => {
    if (request.url().includes('webauthn-ceremonies')) scripts.push(request.url())
  })
  await signUpThroughApi(ada, 'key_ada')
  await ada.goto('/dashboard')
  await ada.getByRole('link', { name: 'Account', exact: true }).click()
  await ada.getByRole('link', { name: 'Sign-in & security', exact: true }).click()
  const card = ada.getByRole('region', { name: 'Passkeys' })
  const add = card.getByRole('button', { name: 'Add a passkey' })
  await expect(card.getByText('You don’t have any passkeys yet.')).toBeVisible()
  await add.click()
  await expect(card.getByText(/Give the passkey a name/)).toBeVisible()
  await checkPageAndCaptureScreenshot(ada, 'passkeys-none', 'phone-dark')

  await unlocks(phone, false)
  await card.getByLabel('Name').fill('My phone')
  await add.click()
  await expect(
    card.getByRole('alert').getByText(/The passkey request was cancelled or took too long/),
  ).toBeVisible()
  await unlocks(phone, true)
  await card.getByLabel('Name').press('Enter')
  await expect(card.getByText('Passkey added. You can now sign in with it.')).toBeVisible()
  await expect(card.getByRole('listitem').getByText('not used yet')).toBeVisible()
  await card.getByRole('textbox', { name: 'Name' }).last().fill('The same again')
  await add.click()
  await expect(card.getByText('This device already has a passkey for your account.')).toBeVisible()

  scripts.length = 0
  await ada.context().clearCookies()
  await ada.goto('/login?next=%2Fmusic')
  const use = ada.getByRole('button', { name: 'Use a passkey' })
  await expect(use).toBeVisible()
  expect(scripts).toEqual([])
  await unlocks(phone, false)
  await use.click()
  await expect(
    ada
      .getByRole('alert')
      .getByText(/The passkey request was cancelled or took too long/)
      .first(),
  ).toBeVisible()
  await checkPageAndCaptureScreenshot(ada, 'passkey-cancelled', 'phone-dark')
  expect(scripts.length).toBeGreaterThan(0)
  await unlocks(phone, true)
  await use.focus()
  await ada.keyboard.press('Enter')
  await ada.waitForURL('**/music')
  await expect(ada.locator('.toast').getByText('Welcome Back!')).toBeVisible()

  await ada.goto('/dashboard/sign-in')
  await expect(card.getByText(/last used/)).toBeVisible()
  await card.getByText('Rename or remove').click()
  const one = card.getByRole('listitem')
  await one.getByLabel('Name').fill('The old phone')
  await checkPageAndCaptureScreenshot(ada, 'passkeys', 'phone-dark')
  await one.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Passkey renamed.')).toBeVisible()
  await expect(one.getByText('The old phone').first()).toBeVisible()
  await one.getByRole('button', { name: 'Remove' }).click()
  await expect(card.getByText('Passkey removed.')).toBeVisible()
  await expect(card.getByText('You don’t have any passkeys yet.')).toBeVisible()

  // The device still has the passkey. The site has deleted the passkey and says so. The user can still sign
  // in with the password.
  await ada.context().clearCookies()
  await ada.goto('/login')
  await use.click()
  await expect(ada.getByText(/This passkey doesn’t belong to an account on this site/).first()).toBeVisible()
  await ada.getByRole('textbox', { name: 'Email' }).fill('key_ada@example.com')
  await ada.getByLabel('Password', { exact: true }).fill(testPassword)
  await ada.getByRole('button', { name: 'Sign In', exact: true }).click()
  await ada.waitForURL('**/dashboard')
})

test('the site offers no passkeys in browsers that do not support them', async ({ person }) => {
  const plain = await person({ javaScriptEnabled: false })
  await plain.goto('/login')
  await expect(plain.getByRole('button', { name: 'Email me a sign-in link' })).toBeVisible()
  await expect(plain.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  const old = await person({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })
  await old.addInitScript(() => Object.assign(globalThis, { PublicKeyCredential: undefined }))
  await signUpThroughApi(old, 'key_old')
  await old.goto('/dashboard/sign-in')
  await expect(old.getByText(/in a browser that supports passkeys/)).toBeVisible()
  await checkPageAndCaptureScreenshot(old, 'passkeys-not-offered', 'desktop-light')
})
