import { listComments, postComment } from '#contract/engagement/comments.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

test('signing out waits until the server has deleted a comment, even on a slow line', async ({
  person,
  server,
}) => {
  const dora = await signUpOverHttp(server.url, 'delete_dora')
  const id = await publishSampleVideo(dora, { title: 'Said too much' })
  await dora.call(postComment, { params: { id }, body: { body: 'never mind' } })
  const page = await person()
  await setSessionCookies(page, dora)
  await page.goto(`/watch/${id}`)
  // Simulates a slow line for the deletion only.
  await page.route('**/api/comments/*', async (route) => {
    await new Promise((arrived) => setTimeout(arrived, 300))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Delete comment' }).click()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByText('Signed Out')).toBeVisible()
  const { items } = await dora.call(listComments, { params: { id }, query: {} })
  expect(items).toEqual([])
})
