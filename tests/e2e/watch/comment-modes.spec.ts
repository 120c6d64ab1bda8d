import { likeComment } from '#contract/engagement/comment-reactions.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

test('a creator changes the comment mode with the keyboard, and a viewer’s open page on a phone updates', async ({
  person,
  server,
}) => {
  const creator = await signUpOverHttp(server.url, 'modes_cora')
  const viewer = await signUpOverHttp(server.url, 'modes_vic')
  const id = await publishSampleVideo(creator, { title: 'Open mic', type: 'story' })
  await viewer.call(postComment, { params: { id }, body: { body: 'an early comment' } })
  const page = await person()
  await setSessionCookies(page, creator)
  await page.goto(`/watch/${id}`)
  const phone = await person({ viewport: { width: 390, height: 844 } })
  await setSessionCookies(phone, viewer)
  await phone.goto(`/watch/${id}`)
  const [panel, phonePanel] = [page.locator('#comments'), phone.locator('#comments')]
  await Promise.all([panel.hover(), phonePanel.hover()])

  const choose = async (from: string, choice: string) => {
    const menu = panel.getByRole('button', { name: `Who can comment: ${from}` })
    await menu.press('Enter')
    await expect(page.getByRole('menuitemradio', { name: from })).toHaveAttribute('aria-checked', 'true')
    await expect(page.getByRole('menuitemradio', { name: 'Everyone' })).toBeFocused()
    await page.keyboard.press(choice[0]!)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(panel.getByRole('button', { name: `Who can comment: ${choice}` })).toBeFocused()
  }

  await choose('Everyone', 'Followers')
  await expect(phonePanel).toContainText('Only followers can comment. Follow modes_cora to join in.')
  await expect(phonePanel.getByLabel('Your comment')).toBeHidden()
  await assertPageAccessibility(page, 'the menu for who can comment')

  await choose('Followers', 'Off')
  await expect(panel).toContainText('Comments are off. Only you can see them')
  await expect(panel).toContainText('an early comment')
  await expect(phonePanel).toContainText('Comments are off. modes_cora turned them off for this video.')
  await expect(phonePanel.getByText('an early comment')).toBeHidden()
  await assertPageAccessibility(phone, 'comments that are off')

  await choose('Off', 'Hold for review')
  await expect(phonePanel).toContainText('modes_cora reviews comments before they appear.')
  await expect(phonePanel).toContainText('an early comment')
  await phonePanel.getByLabel('Your comment').fill('may I?')
  await phonePanel.getByRole('button', { name: 'Post' }).click()
  await expect(phonePanel).toContainText('Only you can see it for now.')
  await page.reload()
  await expect(panel).toContainText('This comment needs your approval.')

  await page.goto(`/dashboard/edit/${id}`)
  await expect(page.getByRole('radio', { name: 'Hold for review' })).toBeChecked()
  await page.getByRole('radio', { name: /^Everyone\s*Comments appear/ }).check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(phonePanel.getByText('reviews comments before they appear')).toBeHidden()
})

test('a viewer sorts comments by Top with the keyboard, and live likes do not reorder the comments', async ({
  person,
  server,
}) => {
  const creator = await signUpOverHttp(server.url, 'sort_cora')
  const viewer = await signUpOverHttp(server.url, 'sort_vic')
  const id = await publishSampleVideo(creator, { title: 'Ranking', type: 'story' })
  const say = (body: string) => viewer.call(postComment, { params: { id }, body: { body } })
  const liked = await say('the liked one')
  const plain = await say('the plain one')
  await creator.call(likeComment, { params: { id: liked.id } })
  const page = await person()
  await setSessionCookies(page, viewer)
  await page.goto(`/watch/${id}`)
  const panel = page.locator('#comments')
  const entries = panel.locator('.entry-body')
  await expect(entries).toHaveText(['the plain one', 'the liked one'])
  // The panel counts the characters once its code has loaded.
  await panel.getByLabel('Your comment').fill('x')
  await expect(panel).toContainText('1/500')
  const sort = panel.getByRole('group', { name: 'Sort comments' })
  await sort.getByRole('link', { name: 'Top' }).press('Enter')
  await expect(entries).toHaveText(['the liked one', 'the plain one'])
  await expect(page).toHaveURL(/\?comments=top/)
  await expect(sort.getByRole('link', { name: 'Top' })).toHaveAttribute('aria-current', 'true')
  await expect(sort.getByRole('link', { name: 'Top' })).toBeFocused()

  for (const who of [creator, viewer]) await who.call(likeComment, { params: { id: plain.id } })
  await expect(panel.getByRole('button', { name: 'Like comment by @sort_vic, 2 likes' })).toBeVisible()
  await expect(entries).toHaveText(['the liked one', 'the plain one'])
  await panel.getByLabel('Your comment').fill('mine, just now')
  await panel.getByRole('button', { name: 'Post' }).click()
  await expect(entries).toHaveText(['mine, just now', 'the liked one', 'the plain one'])
  await page.reload()
  await expect(entries).toHaveText(['the plain one', 'the liked one', 'mine, just now'])
  await sort.getByRole('link', { name: 'Newest' }).click()
  await expect(entries).toHaveText(['mine, just now', 'the plain one', 'the liked one'])
  await expect(page).not.toHaveURL(/comments=top/)
})
