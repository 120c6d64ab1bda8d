import pg from 'pg'
import { postComment } from '#contract/engagement/comments.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { signUpOverHttp, HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import { createModerator } from '#tests/support/browser/moderator-account.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

test('a moderator can clear the whole queue by keyboard alone', async ({ person, server }) => {
  test.setTimeout(90_000)
  const maker = await signUpOverHttp(server.url, 'fay_flood')
  const id = await publishSampleVideo(maker, { title: 'Lanterns over the canal' })
  const comment = async (body: string) =>
    (await maker.call(postComment, { params: { id }, body: { body } })).id
  const reporter = await signUpOverHttp(server.url, 'rex_reports')
  // Reports by new accounts are counted per network. In this test, all accounts share one network.
  const database = new pg.Client({ connectionString: server.databaseUrl })
  await database.connect()
  await database.query(
    "update users set created_at = now() - interval '30 days' where email like 'rex_reports%'",
  )
  await database.end()
  const reported = async (body: string, reason: 'dangerous_challenge' | 'self_harm_promotion') =>
    reporter.call(sendReport, { body: { subject: 'comment', id: await comment(body), reason } })
  await reported('The first of two', 'dangerous_challenge')
  await reported('The second of two', 'self_harm_promotion')
  for (let n = 1; n <= 13; n += 1)
    await new HttpTestClient(server.url).call(sendReport, {
      body: {
        subject: 'comment',
        id: await comment(`Nothing wrong with me, number ${n}`),
        reason: 'bullying',
      },
    })

  const page = await person()
  await setSessionCookies(page, await createModerator(server, 'mod_keys'))
  await page.goto('/mod')
  await expect(page.getByText(/^Signed-out visitors or new members on one network, \d+ cases$/)).toBeVisible()
  await expect(page.getByText('Comment: Bullying')).toBeHidden()
  await assertPageAccessibility(page, 'the queue with a flood')

  // Opens a case without claiming it, then claims it on the case page.
  await page.getByRole('link', { name: 'Comment: A dare that could hurt someone' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Claim this case to see its details.')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByText('The first of two')).toBeVisible()
  await page.keyboard.press('r')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alertdialog', { name: 'Remove?' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This case is closed.')).toBeVisible()
  // The key j claims the next case. That case may belong to another test, so this test neither decides nor
  // releases it.
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { name: 'Decide', exact: true })).toBeVisible()
  await page.keyboard.press('u')
  const second = page.getByRole('link', {
    name: 'Comment: Promotes self-harm or an eating disorder',
  })
  for (let n = 0; n < 20 && !(await second.evaluate((one) => one === document.activeElement)); n += 1)
    await page.keyboard.press('j')
  await expect(second).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/The second of two|Claim this case/)).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByText('The second of two')).toBeVisible()
  await page.keyboard.press('d')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('This case is closed.')).toBeVisible()
  await page.keyboard.press('u')

  await page.getByRole('link', { name: /^Show cases: Signed-out/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Reports in these cases' })).toBeVisible()
  await assertPageAccessibility(page, 'the reports of a flood')
  await page.getByRole('checkbox', { name: /^Bullying: no text/ }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Dismiss ticked reports' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: /^Dismiss \d+ cases\?$/ })).toBeVisible()
  await assertPageAccessibility(page, 'confirmation before a flood is dismissed')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Dismissing \d+ cases$/)).toBeVisible()
  await expect(async () => {
    await page.goto('/mod')
    await expect(page.getByRole('heading', { name: 'Report floods' })).toBeHidden({ timeout: 500 })
  }).toPass()
})
