import { sendContactMessage } from '#contract/contact/contact-form.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { waitForEmail } from '#tests/support/app/sent-emails.ts'
import { type HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { promoteStaff } from '#tests/support/postgres/promote-staff.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'

let admin: HttpTestClient
let creator: HttpTestClient
test.beforeAll(async ({ server }) => {
  admin = await signUpOverHttp(server.url, 'sections_ruth', 19)
  await promoteStaff(server.databaseUrl, 'sections_ruth@example.com', 'admin')
  creator = await signUpOverHttp(server.url, 'sections_cleo', 18)
  const body = {
    firstName: 'Nils',
    lastName: 'Ask',
    email: 'sections.nils@example.com',
    message: 'It is <b>broken</b>.',
  }
  await creator.call(sendContactMessage, {
    body: { ...body, subject: 'Technical Support', topic: 'safety-help' },
  })
})

/** Inserts a failed job, waiting jobs that start tomorrow, and a job that is due but that no worker can start. */
async function addJobs(databaseUrl: string): Promise<void> {
  await runQuery(
    databaseUrl,
    `select pgboss.create_queue('job-of-a-later-release', '{"policy": "standard"}')`,
  )
  await runQuery(
    databaseUrl,
    `insert into pgboss.job (name, state, data, output, completed_on, retry_limit, start_after) values
      ('push-notification', 'failed', '{}', '{"message": "connect ECONNREFUSED 10.1.2.3:443"}', now(), 5, now()),
      ('push-notification', 'created', '{}', null, null, 5, now() + interval '1 day'),
      ('send-weekly-digest', 'created', '{}', null, null, 5, now() + interval '1 day'),
      ('send-mail', 'created', '{}', null, null, 5, now() + interval '1 day'),
      ('job-of-a-later-release', 'created', '{}', null, null, 5, now() - interval '3 hours')`,
  )
}

test('an admin features a video, opens a case about it and reads why it cannot be processed again', async ({
  person,
}) => {
  const id = await publishSampleVideo(creator, { title: 'Lanterns over the bay' })
  const page = await person()
  await setSessionCookies(page, admin)
  await page.goto('/admin')
  const navigation = page.getByRole('navigation', { name: 'Admin console' })
  await navigation.getByRole('link', { name: 'Content' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('searchbox', { name: 'Search' }).last().fill('lanterns bay')
  await page.keyboard.press('Enter')
  const row = page.getByRole('listitem').filter({ hasText: id })
  await expect(row.getByRole('link', { name: 'Lanterns over the bay' })).toBeVisible()
  await row.getByRole('button', { name: 'Feature: Lanterns over the bay' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The video is featured')).toBeVisible()
  await row.getByRole('button', { name: 'Stop featuring: Lanterns over the bay' }).click()
  await expect(page.getByText('The video is no longer featured')).toBeVisible()
  await row.getByRole('button', { name: 'Process again: Lanterns over the bay' }).focus()
  await expect(page.getByRole('tooltip').filter({ hasText: 'The original was deleted' })).toBeVisible()
  await row.getByRole('button', { name: 'Open a case: Lanterns over the bay' }).click()
  await expect(page).toHaveURL(/\/mod\/cases\//)
  await page.goto(`/admin/content?q=${id}`)
  await expect(page.getByRole('link', { name: 'Go to the case: Lanterns over the bay' })).toBeVisible()
})

test('an admin retries a failed job and cancels a waiting one', async ({ person, server }) => {
  await addJobs(server.databaseUrl)
  const page = await person()
  await setSessionCookies(page, admin)
  await page.goto('/admin/jobs?state=failed&name=push-notification')
  await expect(page.getByText('connect ECONNREFUSED [address]')).toBeVisible()
  await page.getByRole('button', { name: 'Retry: push-notification' }).click()
  await expect(page.getByText('The job waits for another attempt')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing has failed' })).toBeVisible()
  await page.goto('/admin/jobs?state=waiting&name=send-weekly-digest')
  await page.getByRole('button', { name: 'Cancel job: send-weekly-digest' }).first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this job?' })
  await dialog.getByRole('button', { name: 'Cancel job' }).click()
  await expect(page.getByText('The job is cancelled')).toBeVisible()
  await page.goto('/admin/jobs?state=waiting&name=send-mail')
  await expect(page.getByText('someone is waiting for this email')).toBeVisible()
})

test('an admin counts the files and checks them, and sees the results without reloading the page', async ({
  person,
}) => {
  const page = await person()
  await setSessionCookies(page, admin)
  await page.goto('/admin/storage')
  await page.getByRole('button', { name: 'Count again' }).click()
  await expect(page.getByText(/^Counted on /)).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Start check' }).click()
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/(No problems|problems?) found/)).toBeVisible({ timeout: 30_000 })
})

test('an admin assigns a message, answers it by email and closes it', async ({
  person,
  server,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 422/)
  const page = await person()
  await setSessionCookies(page, admin)
  await page.goto('/admin/contact?only=safety')
  await page.getByRole('link', { name: 'Technical Support' }).first().click()
  await expect(page.getByText('It is <b>broken</b>.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Assigned to' }).selectOption({ label: '@sections_ruth' })
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('Assigned', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send and close' }).click()
  await expect(page.getByText('Please write your answer.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Your answer' }).fill('We fixed it.')
  await page.getByRole('button', { name: 'Send and close' }).click()
  await expect(page.getByText('This message is closed. Reopen it to answer it.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'We fixed it.' })).toContainText('@sections_ruth')
  const email = await waitForEmail(server, 'sections.nils@example.com', 'Technical Support')
  expect(email.text).toMatch(/^We fixed it\.\n[^]*\n> It is <b>broken<\/b>\.\n$/)
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('')
})

test('the sections are accessible on phones and desktops', async ({ person, server }) => {
  // The test opens eight pages on up to four devices.
  test.setTimeout(240_000)
  await addJobs(server.databaseUrl)
  await publishSampleVideo(creator, { title: 'Kites above the harbour' })
  const [message] = await runQuery<{ id: string }>(
    server.databaseUrl,
    `select id from contact_messages where email = 'sections.nils@example.com'`,
  )
  for (const { shape, options } of screenVariants) {
    const page = await person(options)
    await setSessionCookies(page, admin)
    for (const [path, name] of [
      ['/admin/content?q=@sections_cleo', 'Content'],
      ['/admin/content?q=nothing-like-this', 'Content'],
      ['/admin/jobs?state=waiting', 'Jobs'],
      ['/admin/jobs?state=failed', 'Jobs'],
      ['/admin/storage', 'Storage'],
      ['/admin/contact', 'Contact'],
      ['/admin/contact?state=closed', 'Contact'],
      [`/admin/contact/${message!.id}`, 'Technical Support'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await checkPageAndCaptureScreenshot(page, path.replaceAll(/\W+/g, '-').slice(1), shape)
    }
  }
})

test('the sections about the machines do not exist for safety leads, and no section exists for members', async ({
  person,
  server,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 404/)
  const lead = await signUpOverHttp(server.url, 'sections_lena', 19)
  await promoteStaff(server.databaseUrl, 'sections_lena@example.com', 'safety_lead')
  const page = await person()
  await setSessionCookies(page, lead)
  await page.goto('/admin/content')
  await expect(page.getByRole('heading', { level: 1, name: 'Content' })).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Admin console' })
  await expect(navigation.getByRole('link', { name: /^Contact/ })).toBeVisible()
  for (const name of ['Jobs', 'Storage']) await expect(navigation.getByRole('link', { name })).toHaveCount(0)
  for (const path of ['/admin/jobs', '/admin/storage']) expect((await page.goto(path))?.status()).toBe(404)
  const other = await person()
  await setSessionCookies(other, creator)
  for (const path of ['/admin/content', '/admin/jobs', '/admin/storage', '/admin/contact'])
    expect((await other.goto(path))?.status()).toBe(404)
})
