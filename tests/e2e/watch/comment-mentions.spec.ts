import { postComment } from '#contract/engagement/comments.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

let mia: HttpTestClient
let max: HttpTestClient
let id: string
test.beforeAll(async ({ server }) => {
  mia = await signUpOverHttp(server.url, 'mention_mia')
  max = await signUpOverHttp(server.url, 'mention_max')
  id = await publishSampleVideo(mia, { title: 'Name dropping', type: 'story' })
  await max.call(postComment, { params: { id }, body: { body: 'who is the drummer?' } })
})

test('a viewer mentions people with the keyboard, and the creator sees the mention live on a phone', async ({
  person,
}) => {
  const page = await person()
  await setSessionCookies(page, max)
  await page.goto(`/watch/${id}`)
  const phone = await person({ viewport: { width: 390, height: 844 } })
  await setSessionCookies(phone, mia)
  await phone.goto(`/watch/${id}`)

  const panel = page.locator('#comments')
  await panel.hover()
  const box = panel.getByRole('textbox', { name: 'Your comment', exact: true })
  const list = panel.getByRole('listbox', { name: 'People to mention' })
  const option = list.getByRole('option', { name: '@mention_mia' })
  await box.focus()
  await page.keyboard.type('thanks @Men')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('status').filter({ hasText: '1 person found' })).toBeAttached()
  await expect(box).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id'))!)
  await assertPageAccessibility(page, 'typing a mention')
  // Escape closes the list for this mention only.
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.type('t')
  await expect(box).toHaveValue('thanks @Ment')
  await expect(list).toBeHidden()
  await page.keyboard.type(' and @')
  await expect(option).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('thanks @Ment and @mention_mia ')
  await expect(list).toBeHidden()
  await page.keyboard.type('!')
  await page.keyboard.press('Control+Enter')
  const link = panel.getByRole('link', { name: '@mention_mia' })
  await expect(link).toHaveAttribute('href', '/creator/mention_mia')

  const comment = phone.locator('#comments .thread').first()
  await expect(comment).toContainText('thanks @Ment and @mention_mia !')
  await expect(comment.locator('.entry-body').getByRole('link')).toHaveText('@mention_mia')
  await phone.goto('/notifications')
  await expect(phone.getByText('mention_max mentioned you in a comment on “Name dropping”')).toBeVisible()
})

test('on a phone, tapping a suggestion completes the mention in a reply', async ({ person }) => {
  const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await setSessionCookies(page, mia)
  await page.goto(`/watch/${id}`)
  const panel = page.locator('#comments')
  await panel.locator('.thread').last().getByRole('button', { name: 'Reply to @mention_max' }).tap()
  const box = panel.getByRole('textbox', { name: 'Your reply to @mention_max' })
  await box.pressSequentially('ask @')
  const option = panel.getByRole('option', { name: '@mention_max' })
  await option.tap()
  await expect(box).toHaveValue('ask @mention_max ')
  await expect(box).toBeFocused()
  await assertPageAccessibility(page, 'a completed mention on a phone')
  await panel.locator('.thread-form').getByRole('button', { name: 'Reply', exact: true }).tap()
  await expect(panel.locator('.thread-replies').getByRole('link', { name: '@mention_max' })).toBeVisible()
})
