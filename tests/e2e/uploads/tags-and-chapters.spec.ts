import { getContent } from '#contract/content/content.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import {
  checkPageAndCaptureScreenshot,
  type EmulatedDevice,
  screenVariants,
} from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

// The clip has only a few small frames, so that processing is fast. Three chapters need at least 15 seconds.
const clip = { seconds: 16, fps: 5, width: 160, height: 90, audio: 'none' } as const
const desktop: EmulatedDevice = {
  shape: 'desktop-light',
  options: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
}
const variants = screenVariants.length > 1 ? screenVariants : [desktop]

for (const { shape, options } of variants) {
  test(`a creator adds tags and chapters with the keyboard, and viewers use them: ${shape}`, async ({
    person,
    server,
    expectedTrouble,
  }) => {
    expectedTrouble.push(/status of 422/)
    const creator = await signUpOverHttp(server.url, `tag_${shape.replace('-', '_')}`.slice(0, 20))
    const id = await publishSampleVideo(creator, { title: 'Harbour tour' }, clip)
    const page = await person(options)
    await setSessionCookies(page, creator)
    await page.goto(`/dashboard/edit/${id}`)

    const tags = page.getByRole('textbox', { name: 'Tags' })
    await tags.focus()
    await page.keyboard.type('Street Art')
    await page.keyboard.press('Enter')
    await page.keyboard.type('#harbour,wrong,x')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Use 2 to 30 letters or digits for each tag.')).toBeVisible()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    const chosen = page.getByRole('list', { name: 'Added tags' }).getByRole('listitem')
    await expect(chosen).toHaveText(['street-art', 'harbour'])

    await page.locator('summary', { hasText: 'Chapters' }).press('Enter')
    await expect(page.getByText('No chapters yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Add chapter' }).press('Enter')
    await expect(page.getByLabel('Name of chapter 1')).toBeFocused()
    await page.keyboard.type('Intro')
    // Enter adds the next chapter. The list is sorted by the typed times.
    for (const [name, time] of [
      ['Goodbye', '0:10'],
      ['The old lighthouse at the end of the pier', '0:05'],
    ] as const) {
      await page.keyboard.press('Enter')
      await page.keyboard.type(name)
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(time)
      await page.keyboard.press('Tab')
    }
    await expect(page.getByLabel('Name of chapter 2')).toHaveValue(/lighthouse/)
    await expect(page.getByLabel('Name of chapter 3')).toHaveValue('Goodbye')
    await checkPageAndCaptureScreenshot(page, 'edit-tags-and-chapters', shape)
    await page.getByRole('button', { name: 'Save changes' }).press('Enter')
    await expect(page.getByText('Your changes are live.').first()).toBeVisible()
    await expect(chosen).toHaveText(['street-art', 'harbour'])

    await page.goto(`/watch/${id}`)
    await page.locator('summary', { hasText: 'Chapters' }).press('Enter')
    await checkPageAndCaptureScreenshot(page, 'watch-chapters', shape)
    await page.getByRole('button', { name: 'Play Harbour tour' }).press('Enter')
    const seek = page.getByRole('slider', { name: 'Seek' })
    await expect(seek).toHaveAttribute('aria-valuetext', /, Intro$/)
    await page.getByRole('link', { name: '0:10 Goodbye' }).press('Enter')
    await expect(seek).toHaveAttribute('aria-valuetext', /, Goodbye$/)
    await expect(page.locator('.progress-gap')).toHaveCount(2)
    if (options.viewport.width > 1000) {
      await expect(page.locator('.current-chapter')).toHaveText('Goodbye')
      // The pointer is over the middle of the slider.
      await seek.hover()
      await expect(page.locator('.pointed-chapter')).toHaveText(/lighthouse/)
      await checkPageAndCaptureScreenshot(page, 'watch-chapter-tooltip', shape)
    }
    await page.getByRole('link', { name: '#street-art' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '#street-art' })).toBeVisible()
    await expect(page.getByRole('main').locator('article')).toHaveCount(1)
    await checkPageAndCaptureScreenshot(page, 'tag', shape)
    await page.goto('/tag/nobody-uses-this')
    await expect(page.getByText('No videos with this tag')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'tag-empty', shape)
    await creator.call(updateContent, { params: { id }, body: { tags: [] } })
  })
}

test('without JavaScript, tags and chapters are entered as text, and the owner can download the video', async ({
  person,
  server,
}) => {
  const creator = await signUpOverHttp(server.url, 'plain_tagger')
  const id = await publishSampleVideo(creator, { title: 'Plain tour' }, clip)
  const page = await person({ javaScriptEnabled: false })
  await setSessionCookies(page, creator)
  await page.goto(`/dashboard/edit/${id}`)
  await page.getByRole('textbox', { name: /^Tags/ }).fill('Street Art, harbour')
  await page.getByRole('textbox', { name: /^Chapters/ }).fill('0:00 Intro\n0:05 Middle\n0:10 End')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your changes are live.')).toBeVisible()
  const { tags, chapters } = await creator.call(getContent, { params: { id } })
  expect(tags).toEqual(['street-art', 'harbour'])
  expect(chapters.map(({ title }) => title)).toEqual(['Intro', 'Middle', 'End'])

  await page.goto('/dashboard')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Plain tour' }).click()
  expect((await downloading).suggestedFilename()).toBe('Plain tour.mp4')
})
