import { signIn } from '#contract/accounts/accounts.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test, testPassword } from '#tests/support/browser/browser-test.ts'
import { HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { computeTotpCode } from '#tests/support/clients/totp.ts'
import { promoteStaff } from '#tests/support/postgres/promote-staff.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'

let admin: HttpTestClient
test.beforeAll(async ({ server }) => {
  admin = await signUpOverHttp(server.url, 'console_ruth', 19)
  await promoteStaff(server.databaseUrl, 'console_ruth@example.com', 'admin')
  await signUpOverHttp(server.url, 'console_vera', 16)
})

test('an admin looks up a person, suspends them and finds both in the audit log, by keyboard alone', async ({
  person,
}) => {
  const page = await person()
  await setSessionCookies(page, admin)
  await page.goto('/')
  await page.getByRole('button', { name: 'Your account' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Admin' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.getByRole('link', { name: 'People' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('searchbox', { name: 'Username, display name, email address or id' }).focus()
  await page.keyboard.type('console_vera@')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: '@console_vera' }).focus()
  expect(new URL(page.url()).search, 'the email address is not in the URL').toBe('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('console_vera@example.com')).toBeVisible()
  await expect(page.getByText('16–17')).toBeVisible()

  await page.getByRole('textbox', { name: 'Explanation for the person' }).fill('Ten adverts in an hour.')
  await page.getByRole('button', { name: 'Apply' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Are you sure?' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Suspended until /)).toBeVisible()
  await expect(page.getByText('Suspend: console_vera')).toBeVisible()

  await page.getByRole('link', { name: 'Audit log' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'About' }).fill('console_vera')
  await page.keyboard.press('Enter')
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: 'search people' })).toContainText('@console_ruth')
  await expect(rows.filter({ hasText: 'view person' }).first()).toContainText('@console_ruth')
  await expect(rows.filter({ hasText: 'action: suspend' })).toBeVisible()
})

test('the pages of the console are accessible on phones and desktops', async ({ person, server }) => {
  await signUpOverHttp(server.url, 'console_wim', 17)
  const [found] = await runQuery<{ id: string }>(
    server.databaseUrl,
    `select id from users where email = 'console_wim@example.com'`,
  )
  for (const { shape, options } of screenVariants) {
    const page = await person(options)
    await setSessionCookies(page, admin)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'admin-overview', shape)
    await page.goto('/admin/people')
    await page.getByRole('searchbox').fill('console_')
    await page.getByRole('button', { name: 'Search', exact: true }).last().click()
    await expect(page.getByRole('link', { name: '@console_wim' })).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'admin-people', shape)
    await page.goto(`/admin/people/${found!.id}`)
    await expect(page.getByText('console_wim@example.com')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'admin-person', shape)
    await page.goto('/admin/audit-log')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'admin-audit-log', shape)
    await page.goto('/admin/audit-log?until=2020-01-01')
    await expect(page.getByText('No entries')).toBeVisible()
  }
})

test('staff without a second factor are led to its settings, and are in once it is set up', async ({
  person,
  server,
}) => {
  const moderator = await signUpOverHttp(server.url, 'console_new', 19)
  await runQuery(
    server.databaseUrl,
    `update users set role = 'safety_lead', email_verified = true where email = 'console_new@example.com'`,
  )
  const credentials = { email: 'console_new@example.com', password: testPassword }
  await moderator.call(signIn, { body: credentials })
  const page = await person()
  await setSessionCookies(page, moderator)
  await page.goto('/')
  await page.getByRole('link', { name: 'Set it up now' }).click()
  await expect(page.getByText(/Your account has a staff role\. It takes effect/)).toBeVisible()
  await page.goto('/admin/people')
  await expect(page).toHaveURL(/\/dashboard\/sign-in$/)
  await checkPageAndCaptureScreenshot(page, 'admin-second-factor', 'phone-dark')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const secret = (await page.locator('.font-mono').textContent())!.replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Six-digit code' }).fill(await computeTotpCode(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByText('Set it up now')).toBeHidden()
})

test('moderators and members see no console', async ({ person, server, expectedTrouble }) => {
  expectedTrouble.push(/status of 404/)
  const moderator = await signUpOverHttp(server.url, 'console_mod', 19)
  await promoteStaff(server.databaseUrl, 'console_mod@example.com', 'moderator')
  for (const client of [moderator, await signUpOverHttp(server.url, 'console_kid', 15)]) {
    const page = await person()
    await setSessionCookies(page, client)
    for (const path of ['/admin', '/admin/people', '/admin/audit-log'])
      expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('navigation', { name: 'Admin console' })).toBeHidden()
    await page.getByRole('button', { name: 'Your account' }).click()
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Admin' })).toBeHidden()
  }
})
