import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { promoteStaff } from '#tests/support/postgres/promote-staff.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'
import { TestWebhookReceiver } from '#tests/support/servers/webhook-receiver.ts'

let receiver: TestWebhookReceiver
let site: TestSite
test.beforeAll(async () => {
  receiver = await new TestWebhookReceiver().start()
  site = await startTestSite({ WEBHOOK_TEST_ORIGINS: receiver.url })
})
test.afterAll(async () => {
  await site.close()
  await receiver.close()
})

test('an admin adds a webhook with the keyboard, tests it, reads its deliveries and deletes it', async ({
  person,
  expectedTrouble,
}) => {
  // The form is refused once.
  expectedTrouble.push(/status of 422/)
  const wanda = await signUpOverHttp(site.url, 'wanda_hooks', 19)
  await promoteStaff(site.databaseUrl, 'wanda_hooks@example.com', 'admin')
  for (const { shape, options } of screenVariants) {
    await runQuery(site.databaseUrl, 'delete from webhook_endpoints', [])
    receiver.received = []
    receiver.answer = () => ({ status: 500, body: 'Out of order <b>today</b>' })
    const page = await person({ ...options, baseURL: site.url })
    await setSessionCookies(page, wanda)
    await page.goto(`${site.url}/admin/webhooks`)
    await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'webhooks-empty', shape)

    await page.getByRole('button', { name: 'Add webhook' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Add a webhook' })
    await form.getByLabel('URL').fill('http://192.168.0.1/hook')
    await form.getByLabel('A video is published').press('Space')
    await form.getByLabel('URL').press('Enter')
    await expect(form.getByText('Enter a URL that starts with https://')).toBeVisible()
    await expect(form.getByLabel('URL')).toBeFocused()
    await checkPageAndCaptureScreenshot(page, 'webhooks-form', shape)
    await form.getByLabel('URL').fill(`${receiver.url}/hook`)
    await form.getByLabel('Description').fill('The robot of the film club')
    await form.getByLabel('URL').press('Enter')

    const secret = page.getByRole('dialog', { name: 'Copy the secret now' })
    await expect(secret.getByText(/^whsec_/)).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'webhooks-secret', shape)
    await secret.getByRole('button', { name: 'Done' }).press('Enter')

    const box = page.getByRole('region', { name: `${receiver.url}/hook` })
    await expect(box.getByText('The robot of the film club')).toBeVisible()
    await box.getByRole('button', { name: 'Send test event' }).press('Enter')
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    receiver.answer = () => ({ status: 200, body: 'thanks' })
    await expect(page.getByText('Test event on its way')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'webhooks', shape)

    await box.getByRole('link', { name: 'Deliveries' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /^Deliveries to/ })).toBeVisible()
    const row = page.getByRole('listitem').filter({ hasText: 'webhook.test' })
    // The first retry follows after about five seconds.
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(row.getByText('Delivered')).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 20_000 })
    await expect(row.getByText('2 attempts')).toBeVisible()
    await row.getByText('Show response').press('Enter')
    await expect(row.getByText('thanks')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'webhook-deliveries', shape)
    await row.getByRole('button', { name: 'Send again' }).press('Enter')
    await expect.poll(() => receiver.received.length).toBe(3)
    await page.getByRole('link', { name: 'Failed' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'No deliveries with this status' })).toBeVisible()
    await page.getByRole('button', { name: 'Send failed events again' }).press('Enter')
    await expect(page.getByText('No failed events')).toBeVisible()

    await page.getByRole('link', { name: 'All webhooks' }).press('Enter')
    await box.getByRole('button', { name: 'Turn off' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).press('Enter')
    await expect(box.getByText('Off', { exact: true })).toBeVisible()
    await box.getByRole('button', { name: 'Delete' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  }
})

test('only admins see the webhooks', async ({ person, expectedTrouble }) => {
  expectedTrouble.push(/status of 404/)
  const lena = await signUpOverHttp(site.url, 'lena_leads', 19)
  await promoteStaff(site.databaseUrl, 'lena_leads@example.com', 'safety_lead')
  const page = await person({ baseURL: site.url })
  await setSessionCookies(page, lena)
  await page.goto(`${site.url}/admin`)
  const navigation = page.getByRole('navigation', { name: 'Admin console' })
  await expect(navigation.getByRole('link', { name: 'Overview' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Webhooks' })).toHaveCount(0)
  expect((await page.goto(`${site.url}/admin/webhooks`))?.status()).toBe(404)
})
