import { listComments, postComment } from '#contract/engagement/comments.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

test('signing out right after deleting a comment waits until the server has deleted it, even on a slow connection', async ({
  person,
  server,
}) => {
  const dora = await signUpOverHttp(server.url, 'delete_dora')
  const id = await publishSampleVideo(dora, { title: 'Said too much' })
  await dora.call(postComment, { params: { id }, body: { body: 'never mind' } })
  const page = await person()
  await setSessionCookies(page, dora)
  await page.goto(`/watch/${id}`)
  // Simulates a slow connection, but only for the deletion.
  await page.route('**/api/comments/*', async (route) => {
    await new Promise((arrived) => setTimeout(arrived, 300))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Delete comment' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByText('Signed Out')).toBeVisible()
  const { items } = await dora.call(listComments, { params: { id }, query: {} })
  expect(items).toEqual([])
})

test('the owner of a video can undo the removal of a comment, which otherwise disappears for everyone', async ({
  person,
  server,
}) => {
  const owner = await signUpOverHttp(server.url, 'delete_olga')
  const guest = await signUpOverHttp(server.url, 'delete_gus')
  const id = await publishSampleVideo(owner, { title: 'My living room' })
  await guest.call(postComment, { params: { id }, body: { body: 'rude remark' } })
  const page = await person()
  await setSessionCookies(page, owner)
  await page.goto(`/watch/${id}`)
  const watcher = await person({ viewport: { width: 390, height: 844 } })
  await setSessionCookies(watcher, guest)
  await watcher.goto(`/watch/${id}`)
  const more = page.getByRole('button', { name: 'More actions for the comment by @delete_gus' })
  const remove = page.getByRole('menuitem', { name: 'Remove comment' })
  await page.locator('#comments').hover()
  const first = page.getByRole('menuitem', { name: 'Pin to the top' })
  await more.press('Enter')
  await expect(first).toBeFocused()
  await remove.press('Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(first).toBeFocused()
  await remove.press('Enter')
  // Leaving the page removes the comment at once.
  await page.goto('about:blank')
  await expect(watcher.getByText('rude remark')).toBeHidden()
  await expect(watcher.getByText('No comments yet. Be the first!')).toBeVisible()
})
