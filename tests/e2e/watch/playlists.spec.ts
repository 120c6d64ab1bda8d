import type { Page } from '@playwright/test'
import { updateContent } from '#contract/content/own-content.ts'
import {
  createPlaylist,
  getPlaylist,
  listPlaylistItems,
  putPlaylistItem,
  updatePlaylist,
} from '#contract/engagement/playlists.ts'
import { type HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import {
  checkPageAndCaptureScreenshot,
  type EmulatedDevice,
  screenVariants,
} from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

const titles = ['First wave', 'Second wave', 'Third wave', 'Fourth wave', 'Fifth wave']
const desktop: EmulatedDevice = {
  shape: 'desktop-light',
  options: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
}
const variants = screenVariants.length > 1 ? screenVariants : [...screenVariants, desktop]

let ada: HttpTestClient
const videos: string[] = []
test.beforeAll(async ({ server }) => {
  ada = await signUpOverHttp(server.url, 'playlist_ada')
  for (const title of titles) videos.push(await publishSampleVideo(ada, { title }, { seconds: 1 }))
})

const rowTitles = (page: Page) => page.locator('.list-row .list-name').allTextContents()

/** Returns the label of the focused element, such as the menu button of a video. */
const focusedLabel = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

for (const { shape, options } of variants) {
  test(`people can save videos and reorder a playlist with the keyboard: ${shape}`, async ({
    person,
    server,
    expectedTrouble,
  }) => {
    expectedTrouble.push(/status of 422/)
    const username = `list_kim_${shape.replace('-', '_')}`.slice(0, 20)
    const kim = await signUpOverHttp(server.url, username)
    const page = await person(options)
    await setSessionCookies(page, kim)
    await page.goto(`/watch/${videos[0]}`)
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Save video' })
    await dialog.getByRole('checkbox', { name: 'Watch later' }).press('Space')
    await expect(dialog.getByText('Saved to Watch later')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'playlist-save', shape)
    await dialog.getByRole('button', { name: 'New playlist' }).press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Please add a title.')).toBeVisible()
    const submit = dialog.getByRole('button', { name: 'Create and save' })
    await expect(submit).toBeEnabled()
    await expect.poll(() => submit.evaluate((button) => button.getAnimations().length)).toBe(0)
    await checkPageAndCaptureScreenshot(page, 'playlist-save-new', shape)
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Waves')
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('checkbox', { name: 'Waves' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Done' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeFocused()

    await page.goto('/playlists')
    await checkPageAndCaptureScreenshot(page, 'playlists', shape)
    await page.getByRole('link', { name: /^Waves/ }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Waves' })).toBeVisible()
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    for (const content_id of videos) await kim.call(putPlaylistItem, { params: { id, content_id } })
    await page.reload()
    await expect.poll(() => rowTitles(page)).toEqual(titles)
    await checkPageAndCaptureScreenshot(page, 'playlist', shape)

    const stored = async () =>
      (await kim.call(listPlaylistItems, { params: { id }, query: {} })).items.map(({ title }) => title)
    const grip = page.getByRole('button', { name: /^Move Fifth wave/ })
    await grip.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    const [one, two, three, four, five] = titles
    await expect.poll(() => rowTitles(page)).toEqual([one, two, five, three, four])
    await expect(grip).toBeFocused()
    await expect(page.getByText('Fifth wave: 3 of 5')).toBeAttached()
    await page.keyboard.press('ArrowDown')
    await expect(grip).toBeFocused()
    await expect.poll(stored).toEqual([one, two, three, five, four])

    await page.getByRole('button', { name: 'Options for First wave' }).press('Enter')
    await checkPageAndCaptureScreenshot(page, 'playlist-menu', shape)
    await page.getByRole('menuitem', { name: 'Move down' }).press('Enter')
    await expect.poll(stored).toEqual([two, one, three, five, four])
    expect(await focusedLabel(page)).toBe('Options for First wave')

    await page.keyboard.press('Enter')
    // When the menu opens, it moves the focus to its first item.
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
    await expect.poll(stored).toEqual([two, three, five, four])
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeFocused()
    await checkPageAndCaptureScreenshot(page, 'playlist-removed', shape)
    await undo.press('Enter')
    await expect.poll(stored).toEqual([two, one, three, five, four])
    expect(await focusedLabel(page)).toBe('Options for First wave')

    await dragRow(page, 'Fourth wave', 0)
    await expect.poll(stored).toEqual([four, two, one, three, five])

    await page.getByRole('button', { name: 'Edit' }).press('Enter')
    const edit = page.getByRole('dialog', { name: 'Edit playlist' })
    await edit.getByRole('textbox', { name: 'Description' }).fill('For a rainy day')
    await edit.getByRole('combobox', { name: 'Who can see it?' }).selectOption('unlisted')
    await checkPageAndCaptureScreenshot(page, 'playlist-edit', shape)
    await edit.getByRole('button', { name: 'Save changes' }).press('Enter')
    await expect(page.getByText('For a rainy day')).toBeVisible()
    expect((await kim.call(getPlaylist, { params: { id } })).visibility).toBe('unlisted')

    const visitor = await person(options)
    await visitor.goto(`/playlist/${id}`)
    await expect(visitor.getByRole('link', { name: 'Play all' })).toBeVisible()
    await expect(visitor.getByRole('button', { name: /^Move / })).toHaveCount(0)
    await checkPageAndCaptureScreenshot(visitor, 'playlist-visitor', shape)

    await kim.call(updatePlaylist, { params: { id }, body: { visibility: 'public' } })
    await visitor.goto(`/creator/${username}`)
    await expect(visitor.getByRole('region', { name: 'Playlists' }).getByRole('link')).toHaveText([/Waves/])
    await checkPageAndCaptureScreenshot(visitor, 'playlist-creator', shape)
    await visitor.goto(`/watch/${videos[0]}`)
    await visitor.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await expect(visitor.getByRole('dialog').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await checkPageAndCaptureScreenshot(visitor, 'playlist-save-signed-out', shape)

    await page.getByRole('button', { name: 'Edit' }).press('Enter')
    await edit.getByRole('button', { name: 'Delete' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByText('Playlist deleted')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Waves/ })).toHaveCount(0)
  })

  test(`a playlist of five videos plays to the end and skips a video that becomes unavailable: ${shape}`, async ({
    person,
    server,
    expectedTrouble,
  }) => {
    test.setTimeout(90_000)
    expectedTrouble.push(/status of 404/)
    const kim = await signUpOverHttp(server.url, `play_kim_${shape.replace('-', '_')}`.slice(0, 20))
    const { id } = await kim.call(createPlaylist, { body: { title: 'Play them all' } })
    for (const content_id of videos) await kim.call(putPlaylistItem, { params: { id, content_id } })
    const page = await person(options)
    await setSessionCookies(page, kim)
    await page.goto(`/playlist/${id}`)
    await page.getByRole('link', { name: 'Play all' }).press('Enter')
    const panel = page.getByRole('region', { name: 'Play them all' })
    const end = page.getByRole('region', { name: 'The video has ended' })
    const playNext = async (title: string, position: string) => {
      await end.getByRole('link', { name: title }).press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(panel.getByText(position)).toBeVisible()
    }
    await expect(panel.getByText('1 of 5')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'playlist-playing', shape)
    // After "Play all", the next video starts by itself.
    await expect(page.getByRole('heading', { level: 1, name: 'Second wave' })).toBeVisible()
    await expect(panel.getByText('2 of 5')).toBeVisible()
    // The next video becomes private while the end screen still offers it.
    await end.getByRole('button', { name: 'Cancel' }).press('Enter')
    await ada.call(updateContent, { params: { id: videos[2]! }, body: { visibility: 'only_me' } })
    await end.getByRole('link', { name: 'Third wave' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Fourth wave' })).toBeVisible()
    await expect(panel.getByText('3 of 4')).toBeVisible()
    await playNext('Fifth wave', '4 of 4')
    await expect(end.getByRole('button', { name: 'Replay' })).toBeVisible()
    await expect(end.getByRole('link')).toHaveCount(0)
    await panel.getByRole('button', { name: 'Loop' }).press('Enter')
    await expect(page).toHaveURL(/loop=1/)
    await expect(end.getByRole('link', { name: 'First wave' })).toBeVisible()
    await page.goto(`/playlist/${id}`)
    await expect(page.getByText('1 unavailable')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'playlist-unavailable', shape)
    await page.getByRole('button', { name: 'Shuffle' }).press('Enter')
    await expect(panel.getByText('1 of 4')).toBeVisible()
    await expect(page).toHaveURL(/shuffle=\d+/)
    await expect(panel.getByRole('button', { name: 'Shuffle' })).toHaveAttribute('aria-pressed', 'true')
    await ada.call(updateContent, { params: { id: videos[2]! }, body: { visibility: 'public' } })
  })
}

/** Drags a row's handle to the row at index `to`. */
async function dragRow(page: Page, title: string, to: number): Promise<void> {
  const grip = page.getByRole('button', { name: new RegExp(`^Move ${title}`) })
  await grip.scrollIntoViewIfNeeded()
  const from = (await grip.boundingBox())!
  const target = (await page.locator('.list-row').nth(to).boundingBox())!
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, target.y + target.height / 2, { steps: 8 })
  await page.mouse.up()
}
