/*
 * Tests transcripts on watch pages and on the pages of moderation cases, and search results that play from a
 * sentence.
 */
import type { Page } from '@playwright/test'
import { createCaptions } from '#contract/content/captions.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { createModerator } from '#tests/support/browser/moderator-account.ts'
import { generateUniqueUsername } from '#tests/support/fixtures/unique-username.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

const clip = { seconds: 16, fps: 5, width: 160, height: 90 } as const
const english = [
  'Is this the nine?',
  'It was the nine\nwhen I got on.',
  'Next stop: the wrong one.',
  'Has anyone seen the last stop?',
  'Nobody has, and the driver',
  'says nothing about the zeppelin.',
]
const arabic = ['هل هذه الحافلة رقم تسعة؟', 'المحطة التالية: المحطة الخطأ.']

let creator: HttpTestClient
let id: string
test.beforeAll(async ({ server }) => {
  creator = await signUpOverHttp(server.url, 'transcript_maker')
  id = await publishSampleVideo(creator, { title: 'Bus nine' }, clip)
  await addCaptions('en', english, 2, id)
  await addCaptions('ar', arabic, 4, id)
})

/** Adds captions whose cues follow each other without gaps. */
async function addCaptions(
  language: string,
  lines: string[],
  seconds: number,
  videoId: string,
): Promise<void> {
  const time = (second: number) => new Date(second * 1000).toISOString().slice(11, 23)
  const cues = lines.map(
    (text, at) => `${time(1 + at * seconds)} --> ${time(1 + (at + 1) * seconds)}\n${text}\n`,
  )
  const path = buildEndpointPath(createCaptions, { params: { id: videoId }, query: { language } })
  const response = await creator.fetch(path, { method: 'POST', body: ['WEBVTT\n', ...cues].join('\n') })
  expect(response.status, await response.text()).toBe(201)
}

const panelOf = (page: Page) => page.getByRole('region', { name: 'Transcript' })
const second = (page: Page) =>
  page.locator('.stage video').evaluate((video: HTMLVideoElement) => video.currentTime)
const openTranscript = async (page: Page) => {
  await page.goto(`/watch/${id}`)
  await page.getByRole('button', { name: 'Transcript' }).press('Enter')
  await expect(panelOf(page).getByRole('heading', { name: 'Transcript' })).toBeFocused()
  return panelOf(page)
}

for (const { shape, options } of screenVariants)
  test(`a viewer can read and search the transcript and play the video from any line with the keyboard: ${shape}`, async ({
    person,
  }) => {
    const page = await person({
      ...options,
      locale: 'en-GB',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const panel = await openTranscript(page)
    const lines = panel.getByRole('list').getByRole('button')
    await expect(lines).toHaveCount(6)
    await expect(lines.nth(1)).toHaveText('0:03 It was the nine\nwhen I got on.')
    await checkPageAndCaptureScreenshot(page, 'transcript', shape)

    // Before the video has started, activating a line starts the video at that line. The arrow keys move
    // between the lines.
    await lines.first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(lines.nth(2)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => second(page)).toBeGreaterThanOrEqual(5)
    await expect(lines.nth(2)).toHaveAttribute('aria-current', 'true')
    // While the video plays, the next line becomes the current line.
    await expect(lines.nth(3)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(lines.first()).toHaveAttribute('aria-current', 'true')

    const search = panel.getByRole('searchbox', { name: 'Search in transcript' })
    await search.fill('NINE')
    await expect(panel.getByRole('status')).toHaveText('1 of 2')
    await search.press('Enter')
    await expect(panel.getByRole('status')).toHaveText('2 of 2')
    await expect(panel.locator('mark')).toHaveText(['nine', 'nine'])
    await expect(panel.locator('[data-selected]')).toContainText('when I got on')
    await checkPageAndCaptureScreenshot(page, 'transcript-search', shape)
    await search.press('Shift+Enter')
    await expect(panel.getByRole('status')).toHaveText('1 of 2')
    await search.fill('walrus')
    await expect(panel.getByRole('status')).toHaveText('No matches')
    await search.fill('')

    await panel.getByRole('button', { name: 'Copy all' }).press('Enter')
    await expect(page.getByText('Transcript copied')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n').slice(0, 2)).toEqual([
      '0:01 Is this the nine?',
      '0:03 It was the nine when I got on.',
    ])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('link', { name: 'Download VTT' }).press('Enter'),
    ])
    expect(download.suggestedFilename()).toBe('captions.en.vtt')

    await panel.getByLabel('Language').selectOption({ label: 'العربية' })
    await expect(lines).toHaveCount(2)
    const text = lines.first().locator('[lang=ar]')
    await expect(text).toHaveCSS('direction', 'rtl')
    await checkPageAndCaptureScreenshot(page, 'transcript-arabic', shape)
    await panel.getByRole('button', { name: 'Close transcript' }).press('Enter')
    await expect(panel).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Transcript' })).toBeFocused()
  })

test('a transcript of 3,000 lines scrolls along with the video', async ({ person }) => {
  await addCaptions(
    'nl',
    Array.from({ length: 3000 }, (_, at) => `Regel ${at}`),
    1,
    id,
  )
  const page = await person({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  await page.goto(`/watch/${id}`)
  await page.getByRole('button', { name: 'Transcript' }).press('Enter')
  // The page has 3,000 lines. Each query by role, and each page snapshot that `expect` takes for its error
  // message, would keep the page busy for seconds. This test therefore finds elements by selectors and waits
  // without `expect`.
  const line = (at: number, state = '') => page.locator(`.transcript [data-cue="${at}"]${state}`)
  await line(2999).waitFor({ state: 'attached' })
  const list = page.locator('.transcript ol')
  const follow = page.locator('.transcript-body > .btn')
  await line(11).click()
  await line(12, '[aria-current]').waitFor()
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(200)
  expect(await follow.count()).toBe(0)
  // After the viewer scrolls, the transcript does not jump back to the current line.
  await list.hover()
  await page.mouse.wheel(0, 2000)
  await follow.waitFor()
  await follow.click()
  await follow.waitFor({ state: 'detached' })
})

for (const { shape, options } of screenVariants)
  test(`a search finds a spoken sentence, highlights the words and plays the video from that sentence: ${shape}`, async ({
    person,
  }) => {
    const page = await person(options)
    await page.goto('/search?q=driver+zeppelins')
    const hit = page.getByRole('article').filter({ hasText: 'Bus nine' })
    await expect(page.getByRole('heading', { name: '“driver zeppelins” is said in' })).toBeVisible()
    await expect(hit.locator('q mark')).toHaveText(['driver', 'zeppelin'])
    await checkPageAndCaptureScreenshot(page, 'search-spoken', shape)
    await hit.getByRole('link', { name: /Said at 9 seconds/ }).press('Enter')
    await expect(page).toHaveURL(`/watch/${id}?t=9`)
    await expect.poll(() => second(page)).toBeGreaterThanOrEqual(9)

    await page.goto('/search')
    const field = page.getByRole('main').getByLabel('Search music, shows, creators')
    await field.pressSequentially('about the zeppel')
    const option = page.getByRole('option', { name: /zeppelin/ })
    await expect(option).toContainText('0:11 · Bus nine')
    await checkPageAndCaptureScreenshot(page, 'suggestion-spoken', shape)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/watch/${id}?t=11`)
  })

for (const { shape, options } of screenVariants)
  test(`a moderator can read the transcript of a reported video: ${shape}`, async ({ person, server }) => {
    const reporter = await signUpOverHttp(server.url, generateUniqueUsername())
    const reported = await publishSampleVideo(creator, { title: 'Bus to court' }, clip)
    await addCaptions('en', english, 2, reported)
    await addCaptions('ar', arabic, 4, reported)
    await reporter.call(sendReport, {
      body: { subject: 'content', id: reported, reason: 'private_information', words: 'Listen to it' },
    })
    const page = await person(options)
    await setSessionCookies(page, await createModerator(server, generateUniqueUsername()))
    await page.goto('/mod?only=free')
    await page
      .getByRole('link', { name: /^Video: Private details/ })
      .first()
      .press('Enter')
    await page.waitForURL('**/mod/cases/*')
    await page.keyboard.press('c')
    await page.getByRole('button', { name: 'Show transcript' }).press('Enter')
    const transcript = page.getByRole('region', { name: 'Transcript' })
    await expect(transcript.getByRole('listitem').first()).toContainText('الحافلة')
    await transcript.getByLabel('Captions').selectOption({ label: 'English' })
    await expect(transcript.getByRole('listitem')).toHaveCount(6)
    await checkPageAndCaptureScreenshot(page, 'case-transcript', shape)
    await page.getByRole('button', { name: 'Hide transcript' }).press('Enter')
    await expect(transcript).toHaveCount(0)
  })
