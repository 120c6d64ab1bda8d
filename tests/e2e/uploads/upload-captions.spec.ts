import { mkdir } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { createTextTrackClip } from '#tests/support/media/text-track-clips.ts'
import { expect, signUpThroughApi, test } from '#tests/support/browser/browser-test.ts'

const vtt = (text: string) => `WEBVTT\n\n00:00.000 --> 00:01.000\n${text}\n`
const file = (text: string, name = 'captions.vtt') => ({
  name,
  mimeType: 'text/vtt',
  buffer: Buffer.from(text),
})

const video = (page: Page) => page.locator('input[type=file]').first()
const captions = (page: Page) => page.getByRole('region', { name: 'Captions', exact: true })

/** Returns the id of the newest video of the signed-in user, and the languages of its captions. */
async function newestVideo(page: Page): Promise<{ id: string; languages: string[] }> {
  const read = async (path: string) => (await (await page.request.get(path)).json()) as { items: Item[] }
  const [item] = (await read('/api/me/content')).items
  const tracks = (await read(`/api/content/${item!.id}/captions`)).items
  return { id: item!.id, languages: tracks.map(({ name }) => name) }
}

interface Item {
  id: string
  name: string
  excerpt: string
}

for (const { shape, options } of screenVariants)
  test(`a creator adds captions to a new video with the keyboard: ${shape}`, async ({
    person,
    expectedTrouble,
  }, { outputDir }) => {
    expectedTrouble.push(/status of 422/)
    const clip = await createTestClip(outputDir, { seconds: 2, audio: 'none' })
    const page = await person(options)
    await signUpThroughApi(page, `upcap_${shape.replace('-', '_')}`)
    await page.goto('/create/story')
    await video(page).setInputFiles(clip)
    await page.getByLabel('Title').fill('Lighthouse')
    await page.getByRole('button', { name: 'Add captions' }).press('Enter')

    const section = captions(page)
    await expect(section.getByLabel('Language')).toHaveValue('en')
    const field = section.getByLabel('Caption file')
    await field.setInputFiles(file('WEBVTT\n\n00:05.000 --> 00:01.000\nhi\n'))
    await section.getByRole('button', { name: 'Add captions' }).press('Enter')
    await expect(section.getByRole('alert')).toContainText('Line 3: the end has to be after the start.')
    await checkPageAndCaptureScreenshot(page, 'upload-captions-refused', shape)

    await field.setInputFiles(file(vtt('The light is out.'), 'light.en.vtt'))
    await section.getByRole('button', { name: 'Add captions' }).press('Enter')
    await expect(section.getByRole('listitem')).toContainText(['light.en.vtt · 1 line'])
    await expect(section.getByRole('heading', { name: 'Captions' })).toBeFocused()
    await field.setInputFiles(file(vtt('again')))
    await section.getByRole('button', { name: 'Add captions' }).press('Enter')
    await expect(section.getByRole('alert')).toContainText('You’ve already added captions in this language')
    await section.getByLabel('Also describes sounds').check()
    await section.getByRole('button', { name: 'Add captions' }).press('Enter')
    await expect(section.getByRole('listitem')).toHaveCount(2)
    await section.getByLabel('Language').selectOption({ label: 'Español' })
    await field.setInputFiles(file(vtt('La luz está apagada.'), 'light.es.vtt'))
    await section.getByRole('button', { name: 'Add captions' }).press('Enter')
    await expect(section.getByRole('listitem')).toHaveCount(3)
    await section.getByRole('button', { name: 'Remove English (CC) captions' }).press('Enter')
    await expect(section.getByRole('listitem')).toHaveCount(2)
    await checkPageAndCaptureScreenshot(page, 'upload-captions', shape)

    await page.getByRole('button', { name: 'Upload', exact: true }).press('Enter')
    await page.waitForURL('**/dashboard', { timeout: 60_000 })
    await expect(page.getByText('Some captions weren’t added.')).toBeHidden()
    expect((await newestVideo(page)).languages).toEqual(['English', 'Español (CC)'])
  })

test('a refused caption file does not stop the upload, and the error message links to the edit page', async ({
  person,
  expectedTrouble,
}, { outputDir }) => {
  expectedTrouble.push(/status of 422/, /captions not saved/)
  const clip = await createTestClip(outputDir, { seconds: 2, audio: 'none' })
  const page = await person({ viewport: { width: 390, height: 844 } })
  await signUpThroughApi(page, 'upcap_failing')
  await page.goto('/create/story')
  await video(page).setInputFiles(clip)
  await page.getByLabel('Title').fill('Lighthouse')
  const section = captions(page)
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    for (const name of ['film.en.vtt', 'film.de.vtt']) data.items.add(new File([text], name))
    return data
  }, vtt('hi'))
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped })
  for (const language of ['en', 'de']) {
    await expect(section.getByText(`film.${language}.vtt`)).toBeVisible()
    await expect(section.getByLabel('Language')).toHaveValue(language)
    await section.getByRole('button', { name: 'Add captions' }).click()
    await expect(section.getByRole('listitem').filter({ hasText: `film.${language}.vtt` })).toBeVisible()
  }
  await expect(section.getByText('Drop a caption file here')).toBeVisible()
  // The duration of the video is not known yet when the caption file is checked.
  const detail = 'All captions start after the end of the video.'
  await page.route('**/api/content/*/captions?language=de*', (route) =>
    route.fulfill({
      status: 422,
      json: { error: { code: 'captions_invalid', title: 'Please check your captions', detail } },
    }),
  )
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.waitForURL('**/dashboard', { timeout: 60_000 })
  // The progress card of the upload page may still be visible for a moment.
  const finished = page.getByRole('region', { name: 'Upload finished' })
  const alert = finished.getByRole('alert').filter({ hasText: 'Some captions weren’t added.' })
  await expect(alert).toContainText(`film.de.vtt (Deutsch): ${detail}`)
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/failed.png` })
  await alert.getByRole('link', { name: 'Add captions to this video' }).click()
  await expect(page).toHaveURL(/\/dashboard\/edit\/.*#captions$/)
  await expect(page.getByRole('list', { name: 'Captions for this video' })).toContainText('English')
})

test('each video in the upload queue has its own captions', async ({ person }, { outputDir }) => {
  const clips = await Promise.all(
    [1, 2].map((seconds) => createTestClip(outputDir, { seconds, audio: 'none' })),
  )
  const page = await person()
  await signUpThroughApi(page, 'upcap_queue')
  await page.goto('/create/story')
  await video(page).setInputFiles(clips)
  const rows = page.getByRole('list', { name: 'Videos in your queue' }).locator('> li')
  await rows
    .last()
    .getByRole('button', { name: /^Edit details/ })
    .click()
  await rows.last().getByRole('button', { name: 'Add captions' }).click()
  await captions(page)
    .getByLabel('Caption file')
    .setInputFiles(file(vtt('hi')))
  await captions(page).getByRole('button', { name: 'Add captions' }).click()
  await expect(captions(page).getByRole('listitem')).toHaveCount(1)
  await rows.last().getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Upload 2 videos' }).click()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => (await newestVideo(page)).languages).toEqual(['English'])
})

test('text tracks in a video file are uploaded if the creator chooses to keep them', async ({ person }, {
  outputDir,
}) => {
  await mkdir(outputDir, { recursive: true })
  const text = '1\n00:00:00,500 --> 00:00:01,000\nHello\n'
  const clip = await createTextTrackClip(outputDir, 'mkv', [{ text, codec: 'srt', language: 'eng' }])
  const page = await person()
  await signUpThroughApi(page, 'upcap_inside')
  await page.goto('/create/story')
  await video(page).setInputFiles(clip)
  await page.getByLabel('Title').fill('Lighthouse')
  const keep = page.getByLabel('Keep the text in this file')
  await expect(keep).not.toBeChecked()
  await keep.check()
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/inside.png` })
  await page.getByLabel('Compress before uploading').check()
  await expect(page.getByText('Trimming or compressing removes it')).toBeVisible()
  await page.getByLabel('Compress before uploading').uncheck()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.waitForURL('**/dashboard', { timeout: 60_000 })
  const { id } = await newestVideo(page)
  const offers = async () => {
    const response = await page.request.get(`/api/content/${id}/offered-captions`)
    return ((await response.json()) as { items: Item[] }).items.map(({ excerpt }) => excerpt)
  }
  await expect.poll(offers, { timeout: 30_000 }).toEqual(['Hello'])
})
