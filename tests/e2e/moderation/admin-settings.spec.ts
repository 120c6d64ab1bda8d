/* The settings and invitations pages of the admin console, on a site of their own because they change the whole site. */
import type { Page } from '@playwright/test'
import { createInvitation } from '#contract/invitations/invitations.ts'
import { patchSettings } from '#contract/settings/settings-endpoints.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { expect, test, testPassword } from '#tests/support/browser/browser-test.ts'
import { type HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { promoteStaff } from '#tests/support/postgres/promote-staff.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'

let site: TestSite
let admin: HttpTestClient
test.beforeAll(async () => {
  site = await startTestSite({ QUOTA_GB: '20' })
  admin = await signUpOverHttp(site.url, 'console_ana', 19)
  await promoteStaff(site.databaseUrl, 'console_ana@example.com', 'admin')
})
test.afterAll(() => site.close())
test.afterEach(() => query('truncate site_settings, invitations cascade'))

const query = (sql: string) => runQuery(site.databaseUrl, sql, [])

async function openAsAdmin(page: Page, path: string): Promise<void> {
  await setSessionCookies(page, admin)
  await page.goto(path)
}

test('an admin changes the site’s name, sees what is locked, and restores the default', async ({
  person,
}) => {
  const page = await person({ baseURL: site.url })
  await openAsAdmin(page, '/admin/settings')
  await expect(page.getByText('Locked by the environment variable QUOTA_GB.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Site name' }).fill('Harbour TV')
  await page.getByRole('textbox', { name: 'Site name' }).press('Enter')
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Harbour TV' })).toBeVisible()
  await page.getByRole('button', { name: 'Use the default: Site name' }).click()
  await expect(page.getByRole('textbox', { name: 'Site name' })).toHaveValue('Afterbell')
})

test('a change that another admin made in the meantime is not overwritten', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/409/)
  const page = await person({ baseURL: site.url })
  await openAsAdmin(page, '/admin/settings')
  await admin.call(patchSettings, { body: { settings: { site_name: { value: 'First TV', version: 0 } } } })
  await page.getByRole('textbox', { name: 'Site name' }).fill('Second TV')
  await page.getByRole('button', { name: 'Save: General' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Another admin changed site_name' }).first(),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Site name' })).toHaveValue('Second TV')
})

test('an import names each invalid value, and a valid file is applied', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/422/)
  const page = await person({ baseURL: site.url })
  await openAsAdmin(page, '/admin/settings')
  const importFile = async (settings: object) => {
    const buffer = Buffer.from(JSON.stringify({ format: 'site-settings-1', settings }))
    await page
      .getByLabel('Settings file')
      .setInputFiles({ name: 's.json', mimeType: 'application/json', buffer })
    await page.getByRole('button', { name: 'Import settings' }).click()
  }
  await importFile({ claim_videos: -1, quota_gb: 3 })
  const alert = page.getByRole('alert').filter({ hasText: 'claim_videos: Enter a whole number' }).first()
  await expect(alert).toContainText('quota_gb: The environment variable QUOTA_GB sets this.')
  await importFile({ help_lines: [{ text: 'Kids Helpline', country: 'AU' }] })
  await expect(page.getByRole('textbox', { name: 'Help lines' })).toHaveValue('AU: Kids Helpline')
})

test('everyone sees the announcement until they dismiss it', async ({ person }) => {
  const page = await person({ baseURL: site.url })
  await openAsAdmin(page, '/admin/settings')
  await page.getByLabel('Text', { exact: true }).fill('We move to a new server on Friday at 18:00.')
  await page.getByLabel('Importance').selectOption('warning')
  await page.getByRole('button', { name: 'Save: Announcement' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  const visitor = await person({ baseURL: site.url })
  await visitor.goto('/about')
  const banner = visitor.getByRole('status').filter({ hasText: 'We move to a new server' })
  await expect(banner).toBeVisible()
  await banner.getByRole('button', { name: 'Dismiss this announcement' }).press('Enter')
  await expect(banner).toBeHidden()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner).toBeHidden()
})

test('an admin creates an invitation, a person joins with it, and the admin revokes another one', async ({
  person,
}) => {
  await admin.call(patchSettings, {
    body: { settings: { registration: { value: 'invitation', version: 0 } } },
  })
  const page = await person({ baseURL: site.url })
  await openAsAdmin(page, '/admin/invitations')
  await page.getByLabel('Note for staff').fill('Class 8b')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const link = await page.getByLabel('Invitation link').inputValue()
  const guest = await person({ baseURL: site.url })
  await guest.goto(link)
  await guest.getByRole('textbox', { name: 'Full name' }).fill('Gil Guest')
  await guest.getByRole('textbox', { name: 'Email' }).fill('console_gil@example.com')
  await guest.getByLabel('Password', { exact: true }).fill(testPassword)
  await guest.getByRole('spinbutton', { name: 'Age' }).fill('15')
  await guest.getByRole('textbox', { name: 'Username' }).fill('console_gil')
  await guest.getByLabel(/terms/i).check()
  await guest.getByRole('button', { name: 'Join Free' }).click()
  await guest.waitForURL('**/dashboard')
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'Class 8b' })).toContainText('1 of 1')
  await admin.call(createInvitation, { body: { note: 'By mistake' } })
  await page.reload()
  await page.getByRole('button', { name: 'Revoke the invitation “By mistake”' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'By mistake' })).toContainText('Revoked')
})

test('if people need an invitation, pages offer to sign in, and sign-up explains why', async ({ person }) => {
  await admin.call(patchSettings, {
    body: { settings: { registration: { value: 'invitation', version: 0 } } },
  })
  const page = await person({ baseURL: site.url })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Join Free' })).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.goto('/signup')
  await expect(page.getByRole('heading', { level: 1, name: 'You need an invitation' })).toBeVisible()
  await page.goto('/join?invite=wrong')
  await expect(page.getByRole('heading', { level: 1, name: 'This invitation doesn’t work' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/login?error=invitation_used_up')
  await expect(page.getByRole('alert').filter({ hasText: 'This invitation is used up' })).toBeVisible()
})

for (const { shape, options } of screenVariants)
  test(`settings, invitations and the announcement on ${shape}`, async ({ person }) => {
    const announcement = { text: 'We move to a new server on Friday at 18:00.', level: 'urgent' }
    const value = {
      announcement: { value: announcement, version: 0 },
      site_name: { value: 'Quay TV', version: 0 },
    }
    await admin.call(patchSettings, { body: { settings: value } })
    await admin.call(createInvitation, { body: { note: 'Class 8b', uses: 25 } })
    const page = await person({ ...options, baseURL: site.url })
    await openAsAdmin(page, '/admin/settings')
    await checkPageAndCaptureScreenshot(page, 'admin-settings', shape)
    await page.goto('/admin/invitations')
    await page.getByRole('button', { name: 'Create invitation' }).click()
    await expect(page.getByLabel('Invitation link')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'admin-invitations', shape)
    const visitor = await person({ ...options, baseURL: site.url })
    await query(`insert into site_settings (key, value) values ('registration', '"closed"')`)
    await expect
      .poll(async () => (await visitor.request.get('/signup')).text())
      .toContain('Registration is closed')
    await visitor.goto('/signup')
    await checkPageAndCaptureScreenshot(visitor, 'registration-closed', shape)
  })
