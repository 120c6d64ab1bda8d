import { listComments, postComment } from '#contract/engagement/comments.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

let rea: HttpTestClient
let ron: HttpTestClient
test.beforeAll(async ({ server }) => {
  rea = await signUpOverHttp(server.url, 'reply_rea')
  ron = await signUpOverHttp(server.url, 'reply_ron')
})

const say = (who: HttpTestClient, id: string, body: string, reply_to?: string) =>
  who.call(postComment, { params: { id }, body: { body, ...(reply_to && { reply_to }) } })

test('two people reply to each other with the keyboard, and replies appear live', async ({ person }) => {
  const id = await publishSampleVideo(rea, { title: 'Call and response', type: 'story' })
  await say(ron, id, 'what is the second song?')
  const page = await person()
  await setSessionCookies(page, rea)
  await page.goto(`/watch/${id}`)
  const phone = await person({ viewport: { width: 390, height: 844 } })
  await setSessionCookies(phone, ron)
  await phone.goto(`/watch/${id}`)

  const [panel, phonePanel] = [page.locator('#comments'), phone.locator('#comments')]
  await panel.hover()
  const replyButton = panel.getByRole('button', { name: 'Reply to @reply_ron' })
  await replyButton.press('Enter')
  const box = panel.getByRole('textbox', { name: 'Your reply to @reply_ron' })
  await expect(box).toBeFocused()
  await assertPageAccessibility(page, 'writing a reply')
  await page.keyboard.press('Escape')
  await expect(replyButton).toBeFocused()
  await page.keyboard.press('Enter')
  await box.fill('it is my own')
  await page.keyboard.press('Control+Enter')
  await expect(replyButton).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Your reply was posted.' })).toBeAttached()

  const arrived = phonePanel.locator('.thread-replies li').filter({ hasText: 'it is my own' })
  await expect(arrived).toBeVisible()
  await expect(
    phone.getByRole('status').filter({ hasText: 'New reply from @reply_rea: it is my own' }),
  ).toBeAttached()
  await assertPageAccessibility(phone, 'a thread on a phone')
  // A reply to a reply starts with a mention of its author.
  await arrived.getByRole('button', { name: 'Reply to @reply_rea' }).click()
  const phoneBox = phonePanel.getByRole('textbox', { name: 'Your reply to @reply_rea' })
  await expect(phoneBox).toHaveValue('@reply_rea ')
  await phoneBox.pressSequentially('no way!')
  await phonePanel.locator('.thread-form').getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(panel.locator('.thread-replies li').last()).toContainText('@reply_rea no way!')
  await expect(panel.getByRole('heading', { name: 'Comments 3' })).toBeVisible()

  // A deleted comment stays as a placeholder while it has replies.
  await phonePanel.getByRole('button', { name: 'Delete comment' }).first().click()
  await phone.goto('about:blank')
  await expect(panel.getByText('Comment deleted')).toBeVisible()
  await expect(panel.getByText('what is the second song?')).toBeHidden()
  await expect(panel.locator('.thread-replies')).toContainText('it is my own')
  await assertPageAccessibility(page, 'a deleted comment with replies')
})

test('more replies are loaded on demand, and a reply that arrives meanwhile is kept', async ({ person }) => {
  const id = await publishSampleVideo(rea, { title: 'Long conversation', type: 'story' })
  const { id: thread } = await say(ron, id, 'count!')
  for (let number = 1; number <= 5; number++)
    await say(number % 2 ? rea : ron, id, `number ${number}`, thread)
  const page = await person()
  await page.goto(`/watch/${id}`)
  const replies = page.locator('.thread-replies > li')
  await expect(replies).toHaveCount(3)
  const more = page.getByRole('button', { name: 'Show 3 more replies' })
  await expect(more).toBeVisible()
  await say(ron, id, 'number 6', thread)
  await expect(replies.last()).toContainText('number 6')
  await more.click()
  await expect(more).toBeHidden()
  await expect(replies).toHaveCount(6)
  for (let number = 1; number <= 6; number++)
    await expect(replies.nth(number - 1)).toContainText(`number ${number}`)
})

test('replies can be read without JavaScript', async ({ person }) => {
  const id = await publishSampleVideo(rea, { title: 'Plain talk', type: 'story' })
  const { id: thread } = await say(ron, id, 'hello?')
  await say(rea, id, 'hello!', thread)
  const page = await person({ javaScriptEnabled: false })
  await setSessionCookies(page, ron)
  await page.goto(`/watch/${id}`)
  await expect(page.locator('.thread-replies')).toContainText('hello!')
  await expect(page.getByRole('button', { name: 'Reply to @reply_rea' })).toBeHidden()
  await page.getByRole('textbox', { name: 'Your comment' }).fill('and a comment')
  await page.getByRole('button', { name: 'Post' }).click()
  await expect(page.locator('#comments')).toContainText('and a comment')
  await page.getByRole('button', { name: 'Delete comment' }).first().click()
  const { items } = await rea.call(listComments, { params: { id }, query: {} })
  expect(items.map(({ body }) => body)).toEqual(['hello?'])
})
