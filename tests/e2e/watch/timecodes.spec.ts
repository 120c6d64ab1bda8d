/* Timestamps in text are links that seek in the video. Creators can download their own videos. */
import type { Page } from '@playwright/test'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import {
  expect,
  openPageWithoutUserGesture,
  test,
  waitForPlayback,
} from '#tests/support/browser/browser-test.ts'

const clip = { seconds: 16, fps: 5, width: 160, height: 90, audio: 'none' } as const

const second = (page: Page) =>
  page.locator('.stage video').evaluate((element: HTMLVideoElement) => element.currentTime)

for (const { shape, options } of screenVariants)
  test(`a viewer posts a timestamp in a comment and seeks to it with the keyboard, and the creator downloads the video: ${shape}`, async ({
    person,
    server,
  }) => {
    const name = shape.replace('-', '_')
    const creator = await signUpOverHttp(server.url, `time_${name}`)
    const viewer = await signUpOverHttp(server.url, `seek_${name}`)
    const description = 'The boat arrives at 0:12. Nothing happens at 9:59.'
    const id = await publishSampleVideo(creator, { title: 'Ferry', description }, clip)
    const page = await person(options)
    await setSessionCookies(page, viewer)
    await openPageWithoutUserGesture(page, `/watch/${id}`)
    await page.locator('#comments').hover()
    await page.getByRole('textbox', { name: 'Your comment' }).focus()
    await page.keyboard.type('the gull at 0:06 wins')
    await page.keyboard.press('Control+Enter')
    const comment = page.locator('#comments').getByRole('listitem')
    await expect(comment).toContainText('the gull at 0:06 wins')
    // A timestamp beyond the end of the video is not a link.
    await expect(page.getByRole('link', { name: '9:59' })).toHaveCount(0)
    await checkPageAndCaptureScreenshot(page, 'watch-timecodes', shape)

    // Before the video has started, a timestamp link opens the watch page at that position of the video.
    const hydrated = page.waitForEvent('console', (message) => message.text() === 'awake')
    await comment.getByRole('link', { name: '0:06' }).press('Enter')
    await hydrated
    await expect(page).toHaveURL(`/watch/${id}?t=6`)
    await page.getByRole('button', { name: 'Play Ferry' }).press('Enter')
    await expect.poll(() => second(page)).toBeGreaterThan(6)
    await waitForPlayback(page, 0.1)
    // While the video plays, the link seeks without loading another page.
    await page.getByRole('link', { name: '0:12' }).press('Enter')
    await expect.poll(() => second(page)).toBeGreaterThan(12)
    await expect(page).toHaveURL(`/watch/${id}?t=6`)
    await page.locator('#comments').hover()
    await comment.getByRole('link', { name: '0:06' }).press('Enter')
    await expect.poll(() => second(page)).toBeLessThan(9)

    await expect(page.getByRole('link', { name: 'Download' })).toHaveCount(0)
    const own = await person(options)
    await setSessionCookies(own, creator)
    for (const [path, link] of [
      ['/dashboard', 'Download Ferry'],
      [`/watch/${id}`, 'Download'],
    ] as const) {
      await own.goto(path)
      const downloading = own.waitForEvent('download')
      await own.getByRole('link', { name: link, exact: true }).press('Enter')
      expect((await downloading).suggestedFilename()).toBe('Ferry.mp4')
    }
  })
