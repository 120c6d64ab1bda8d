import { listComments, postComment } from '#contract/engagement/comments.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

let eda: HttpTestClient
let id: string
test.beforeAll(async ({ server }) => {
  eda = await signUpOverHttp(server.url, 'edit_eda')
  id = await publishSampleVideo(eda, { title: 'Second thoughts', type: 'story' })
})

test('an author edits a comment with the keyboard, and other viewers see the new text', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/ERR_FAILED/)
  await eda.call(postComment, { params: { id }, body: { body: 'grate ending' } })
  const page = await person()
  await setSessionCookies(page, eda)
  await page.goto(`/watch/${id}`)
  const watcher = await person({ viewport: { width: 390, height: 844 } })
  await watcher.goto(`/watch/${id}`)
  const entry = page.locator('#comments').getByRole('listitem')
  const editButton = entry.getByRole('button', { name: 'Edit comment' })
  const box = entry.getByRole('textbox', { name: 'Edit your comment' })

  await page.locator('#comments').hover()
  await editButton.press('Enter')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('grate ending')
  await assertPageAccessibility(page, 'editing a comment')
  await page.keyboard.press('Escape')
  await expect(editButton).toBeFocused()
  await expect(entry).toContainText('grate ending')

  await page.keyboard.press('Enter')
  await box.fill('great ending')
  // An edit that does not reach the server stays in the text box.
  await page.route('**/api/comments/*', (route) => route.abort())
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').getByText('Comment not saved')).toBeVisible()
  await expect(box).toHaveValue('great ending')
  await page.unroute('**/api/comments/*')
  await page.keyboard.press('Control+Enter')
  await expect(editButton).toBeFocused()
  await expect(entry).toContainText('edited')
  const shown = watcher.locator('#comments').getByRole('listitem')
  await expect(shown).toContainText('great ending')
  await expect(shown).toContainText('edited')
  await expect(shown.getByRole('button', { name: 'Edit comment' })).toBeHidden()

  // After five minutes, the text can no longer be changed.
  await page.clock.install({ time: Date.now() + 6 * 60_000 })
  await page.reload()
  await page.locator('#comments').hover()
  await expect(entry.getByRole('button', { name: 'Delete comment' })).toBeVisible()
  await expect(editButton).toBeHidden()
  const { items } = await eda.call(listComments, { params: { id }, query: {} })
  expect(items.map(({ body }) => body)).toEqual(['great ending'])
})
