import { postComment } from '#contract/engagement/comments.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

test('a creator pins a comment and gives it a heart with the keyboard, and a viewer likes it on a phone', async ({
  person,
  server,
  expectedTrouble,
}) => {
  expectedTrouble.push(/ERR_FAILED/)
  const creator = await signUpOverHttp(server.url, 'react_cora')
  const viewer = await signUpOverHttp(server.url, 'react_vic')
  const id = await publishSampleVideo(creator, { title: 'Applause', type: 'story' })
  for (const body of ['first idea', 'second idea'])
    await viewer.call(postComment, { params: { id }, body: { body } })
  const page = await person()
  await setSessionCookies(page, creator)
  await page.goto(`/watch/${id}`)
  const phone = await person({ viewport: { width: 390, height: 844 } })
  await setSessionCookies(phone, viewer)
  await phone.goto(`/watch/${id}`)
  const [panel, phonePanel] = [page.locator('#comments'), phone.locator('#comments')]
  await panel.hover()

  const more = panel.getByRole('button', { name: 'More actions for the comment by @react_vic' }).last()
  await more.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Pin to the top' })).toBeFocused()
  await assertPageAccessibility(page, 'creator menu of a comment')
  await page.keyboard.press('Enter')
  const pinned = panel.getByRole('listitem').first()
  await expect(pinned).toContainText('first idea')
  await expect(pinned).toContainText('Pinned by the creator')
  await pinned.getByRole('button', { name: /^More actions/ }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Unpin' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(pinned).toContainText('Loved by the creator')

  const shown = phonePanel.getByRole('listitem').first()
  await expect(shown).toContainText('first idea')
  await expect(shown).toContainText('Pinned by the creator')
  await expect(shown).toContainText('Loved by the creator')
  const like = shown.getByRole('button', { name: /^Like comment/ })
  // A like that does not reach the server is reverted.
  await phone.route('**/like', (route) => route.abort())
  await like.click()
  await expect(phone.getByRole('alert').getByText('Something went wrong')).toBeVisible()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await phone.unroute('**/like')
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveAccessibleName('Like comment by @react_vic, 1 like')
  await expect(pinned.getByRole('button', { name: 'Like comment by @react_vic, 1 like' })).toBeVisible()
  await assertPageAccessibility(phone, 'a liked comment')
  await phone.reload()
  await phonePanel.hover()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
})
