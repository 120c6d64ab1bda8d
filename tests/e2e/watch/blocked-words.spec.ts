import { postComment } from '#contract/engagement/comments.ts'
import { getOwnProfile } from '#contract/people/profiles.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'

test('a creator uses the keyboard to approve a comment held for a blocked word, and a viewer’s phone shows the comment', async ({
  person,
  server,
}) => {
  const creator = await signUpOverHttp(server.url, 'held_hana')
  const viewer = await signUpOverHttp(server.url, 'held_hugo')
  const id = await publishSampleVideo(creator, { title: 'Finale', type: 'story' })
  const page = await person()
  await setSessionCookies(page, creator)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Profile & settings' }).press('Enter')
  const words = page.getByRole('textbox', { name: 'Hold comments with these words' })
  await words.focus()
  await page.keyboard.type('spoiler*')
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect.poll(async () => (await creator.call(getOwnProfile, {})).held_words).toBe('spoiler*')

  const phone = await person({ viewport: { width: 390, height: 844 } })
  await setSessionCookies(phone, viewer)
  await phone.goto(`/watch/${id}`)
  const phonePanel = phone.locator('#comments')
  await phonePanel.getByLabel('Your comment').fill('Spoilers: the duck did it')
  await phonePanel.getByRole('button', { name: 'Post' }).click()
  await expect(phonePanel).toContainText('Only you can see it for now.')
  await assertPageAccessibility(phone, 'a held comment on a phone')

  await page.goto(`/watch/${id}`)
  const panel = page.locator('#comments')
  // Hovering loads the code for the comments.
  await panel.hover()
  await expect(panel).toContainText('This comment needs your approval.')
  await panel.getByRole('button', { name: /^Approve/ }).press('Enter')
  await expect(panel.getByText('This comment needs your approval.')).toBeHidden()
  const visitor = await person()
  await visitor.goto(`/watch/${id}`)
  await expect(visitor.locator('#comments')).toContainText('Spoilers: the duck did it')
  await viewer.call(postComment, { params: { id }, body: { body: 'no secrets here' } })
  await expect(panel.locator('.entry-body').first()).toHaveText('no secrets here')
})
