import type { Page } from '@playwright/test'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { signUpOverHttp, HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import { createModerator } from '#tests/support/browser/moderator-account.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

test('a removed comment is restored when a second moderator accepts an appeal', async ({
  person,
  server,
}) => {
  test.setTimeout(90_000)
  const moderator = async (name: string) => {
    const member = await createModerator(server, name)
    const page = await person()
    await setSessionCookies(page, member)
    return page
  }
  const maker = await signUpOverHttp(server.url, 'lena_look')
  const id = await publishSampleVideo(maker, { title: 'Rollers on the quay' })
  const writer = await signUpOverHttp(server.url, 'wim_writes')
  const comment = await writer.call(postComment, {
    params: { id },
    body: { body: 'That was rubbish, really' },
  })
  const seen = async () =>
    (await new HttpTestClient(server.url).call(listComments, { params: { id }, query: {} })).items.map(
      ({ body }) => body,
    )
  await maker.call(sendReport, {
    body: { subject: 'comment', id: comment.id, reason: 'hate', words: 'It hurts' },
  })

  const first = await moderator('mod_mila')
  await openCase(first, 'Comment: Hate against a group of people')
  await expect(first.getByText('That was rubbish, really')).toBeVisible()
  await expect(first.getByText('It hurts')).toBeVisible()
  await assertPageAccessibility(first, 'a case')
  // Most keyboard shortcuts choose an action and leave the selected rule unchanged.
  const rule = first.getByLabel('Community rule')
  for (const key of ['w', 's', 'r', 'h']) await first.keyboard.press(key)
  await expect(first.getByRole('radio', { name: /^Hold/ })).toBeChecked()
  await expect(rule).toHaveValue('hate')
  await first.getByLabel('Keep the case open for further action').check()
  await first.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(first.getByText('On hold')).toBeVisible()
  await expect(first.getByText('Status: Held')).toBeVisible()
  expect(await seen()).toEqual([])

  await first.getByRole('heading', { level: 1 }).focus()
  // A held item cannot be published by accident: the site asks first and shows what people will see.
  await first.keyboard.press('a')
  await first.keyboard.press('Control+Enter')
  const publishing = first.getByRole('alertdialog', { name: 'Approve?' })
  await expect(publishing.getByText('That was rubbish, really')).toBeVisible()
  await assertPageAccessibility(first, 'confirmation before a held comment is published')
  await first.keyboard.press('Escape')
  expect(await seen()).toEqual([])

  await first.getByRole('heading', { level: 1 }).focus()
  await first.keyboard.press('r')
  await first.getByLabel('Tell the owner what you saw').fill('It runs somebody down.')
  await first.getByLabel('Tell the owner what you saw').press('Control+Enter')
  const removing = first.getByRole('alertdialog', { name: 'Remove?' })
  await expect(removing.getByText('Rule: Hate against a group of people')).toBeVisible()
  await first.keyboard.press('Tab')
  await first.keyboard.press('Enter')
  await expect(first.getByText('This case is closed.')).toBeVisible()

  const page = await person()
  await setSessionCookies(page, writer)
  await page.goto('/notifications')
  await page
    .getByRole('link', { name: 'We made a decision about your comment “That was rubbish, really”' })
    .click()
  await page.waitForURL('**/statements/*')
  await expect(
    page.getByRole('heading', { name: 'Your comment “That was rubbish, really” was removed' }),
  ).toBeVisible()
  await expect(page.getByText('It runs somebody down.')).toBeVisible()
  await assertPageAccessibility(page, 'a statement of reasons')
  await page.getByLabel('Why do you think the decision is wrong?').fill('I meant my own film, not hers.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByRole('heading', { name: 'Your appeal' })).toBeVisible()

  // A moderator who decided a case cannot review the appeal against that decision.
  await first.goto('/mod?only=appeals')
  await expect(first.getByText('No cases match this filter.')).toBeVisible()

  const second = await moderator('mod_noor')
  await openCase(second, 'Comment: Appeal', '/mod?only=appeals')
  await expect(second.getByText('I meant my own film, not hers.')).toBeVisible()
  await assertPageAccessibility(second, 'an appeal')
  await expect(second.getByText('It hurts')).toBeVisible()
  await expect(second.getByRole('radio', { name: /^Restore/ })).toBeHidden()
  await second.getByRole('button', { name: 'Reverse decision' }).click()
  const answer = second.getByLabel('Your answer')
  await expect(answer).toBeFocused()
  await answer.fill('You are right, sorry.')
  await second.getByRole('button', { name: 'Reverse decision' }).click()
  const asked = second.getByRole('alertdialog', { name: 'Reverse the decision?' })
  await asked.getByRole('button', { name: 'Reverse decision' }).click()
  await expect(second.getByText('This case is closed.')).toBeVisible()

  expect(await seen()).toEqual(['That was rubbish, really'])
  await page.reload()
  await expect(page.getByText('You are right, sorry.')).toBeVisible()
  await expect(page.getByText('This decision was reversed.')).toBeVisible()
})

/** Claims the case from the queue with the keyboard only and waits for it to open. */
async function openCase(page: Page, name: string, queue = '/mod'): Promise<void> {
  await page.goto(queue)
  await assertPageAccessibility(page, 'the queue')
  const link = page.getByRole('link', { name, exact: true })
  await link.focus()
  await page.keyboard.press('c')
  await page.waitForURL(/\/mod\/cases\//)
  await expect(page.getByRole('heading', { name: 'Decide', exact: true })).toBeVisible()
}
