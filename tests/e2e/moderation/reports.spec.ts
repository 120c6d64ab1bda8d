import { postComment } from '#contract/engagement/comments.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

test('a comment can be reported in three steps by keyboard alone', async ({ person, server }) => {
  const maker = await signUpOverHttp(server.url, 'rita_rec')
  const id = await publishSampleVideo(maker, { title: 'Skating past the mill' })
  await maker.call(postComment, { params: { id }, body: { body: 'You cannot skate, go home' } })
  const page = await person()
  await setSessionCookies(page, await signUpOverHttp(server.url, 'rory_reports'))
  await page.goto(`/watch/${id}`)
  await page.getByRole('button', { name: 'Report comment by @rita_rec' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report this comment' })
  await expect(dialog.getByRole('heading', { name: 'Step 1 of 3 What is wrong?' })).toBeFocused()
  await assertPageAccessibility(page, 'report, step 1')
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'It is mean or hateful' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Step 2 of 3 It is mean or hateful' })).toBeFocused()
  await assertPageAccessibility(page, 'report, step 2')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('radio', { name: 'Bullying' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Every day')
  await page.keyboard.press('Enter')
  for (let n = 0; n < 2; n += 1) await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Send report' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    dialog.getByRole('heading', { name: 'Step 3 of 3 Thank you. We’ve received your report.' }),
  ).toBeFocused()
  await assertPageAccessibility(page, 'report, step 3')
  const receipt = (await dialog.getByText(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/).textContent())!
  await dialog.getByRole('link', { name: 'My reports' }).click()
  await page.waitForURL('**/reports')
  const line = page.getByRole('article')
  await expect(line).toContainText('A comment Bullying')
  await expect(line.getByRole('link', { name: '“You cannot skate, go home”' })).toHaveAttribute(
    'href',
    `/watch/${id}`,
  )
  await expect(line).toContainText('Your report is open. A person will review it.')
  await expect(line).toContainText(receipt)
  await assertPageAccessibility(page, 'my reports')

  const elsewhere = await person({ javaScriptEnabled: false })
  await elsewhere.goto('/reports')
  await elsewhere.getByRole('textbox', { name: 'Reference number' }).fill(receipt.toLowerCase())
  await elsewhere.getByRole('button', { name: 'Look up report' }).click()
  await expect(elsewhere.getByRole('article')).toContainText('A comment Bullying')
})

test('the report form shows emergency numbers to visitors who say that they feel unsafe', async ({
  person,
  server,
}) => {
  await signUpOverHttp(server.url, 'pat_profile')
  const page = await person()
  await page.goto('/creator/pat_profile')
  await page.getByRole('button', { name: 'Report @pat_profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this profile' })
  await dialog.getByRole('button', { name: 'I feel unsafe right now' }).click()
  await expect(dialog.getByText(/112 in Europe/)).toBeVisible()
  await dialog.getByRole('radio', { name: 'Someone is asking for secrets, pictures or a meeting' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Keep this number.')).toBeVisible()
})

test('submitting the notice form immediately takes down a reported intimate image, even without JavaScript', async ({
  person,
  server,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 422/)
  const maker = await signUpOverHttp(server.url, 'nina_notice')
  const id = await publishSampleVideo(maker, { title: 'Not hers to publish' })
  const page = await person({ javaScriptEnabled: false })
  await page.goto('/notice')
  await page.getByLabel('Where is it?').fill(`${server.url}/watch/${id}`)
  await page.getByLabel('Your name').fill('Robin Roe')
  await page.getByLabel('Email').fill('robin@example.com')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(
    page.getByText('We can act only if you confirm that everything in your notice is true.'),
  ).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveValue('Robin Roe')
  await page.getByLabel(/What I wrote here is true/).check()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'We have your notice' })).toBeVisible()
  expect((await page.request.get(`/api/content/${id}`)).status()).toBe(404)
})
