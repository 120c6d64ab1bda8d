import { truncate, writeFile } from 'node:fs/promises'
import { join as joined } from 'node:path'
import type { Page } from '@playwright/test'
import { genres } from '#contract/content/genres.ts'
import { uploadTypes } from '#contract/content/content-types.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { expect, signUpThroughApi, test } from '#tests/support/browser/browser-test.ts'

const labels = ['Music', 'Shows', 'Stories', 'Talent', 'Challenges', 'Live', 'Movies']
const submit = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true })
const video = (page: Page) => page.locator('input[type=file]').first()
const toast = (page: Page, title: string, text: string) =>
  expect(page.locator('.toast').filter({ hasText: title }).last()).toContainText(text)

test('the upload form explains why an upload is refused', async ({ person }, { outputDir }) => {
  const page = await person()
  await page.goto('/create/show')
  await expect(page).toHaveURL(/\/login\?next=%2Fcreate%2Fshow$/)
  for (const path of ['/create', '/upload'])
    expect((await page.request.get(path, { maxRedirects: 0 })).headers()['location']).toMatch(/^\/login\b/)
  const unknown = await page.request.get('/create/show.bak', { maxRedirects: 0 })
  expect([unknown.status(), unknown.headers()['location']]).toEqual([302, '/create'])
  await signUpThroughApi(page, 'formal')
  await page.goto('/create/movie')
  const types = page.getByRole('group', { name: 'What are you uploading?' })
  for (const name of ['Music', 'Movies']) await types.getByText(name, { exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Movies' })).toBeChecked()
  for (const [path, checked] of [
    ['/create', 'Music'],
    ['/upload', 'Music'],
    ['/create?type=live', 'Live'],
    ['/create/movie', 'Movies'],
    ['/create/story', 'Stories'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('radio', { name: checked })).toBeChecked()
  }
  await expect(page.getByText('Recommended: MP4 (H.264 + AAC)')).toBeVisible()
  for (const label of ['Description', 'Cover image', 'Thumbnail image', 'Trailer link'])
    await expect(page.getByLabel(label)).toBeAttached()
  const genre = page.getByLabel('Genre')
  const typeSwitch = page.getByRole('group', { name: 'What are you uploading?' })
  for (const [i, type] of uploadTypes.entries()) {
    if (type === 'movie') continue
    await typeSwitch.getByText(labels[i]!, { exact: true }).click()
    await expect(genre).toHaveValue('')
    expect(await genre.locator('option').allTextContents()).toEqual(['Choose a genre', ...genres[type]])
    await genre.selectOption(genres[type][0])
  }
  await typeSwitch.getByText('Stories', { exact: true }).click()

  // High-contrast mode removes the colors. A border must still mark the selected option, and only that
  // option.
  await page.emulateMedia({ forcedColors: 'active' })
  const framed = (name: string) =>
    page
      .getByRole('radio', { name })
      .locator('xpath=..')
      .evaluate((label) => getComputedStyle(label).outlineStyle)
  expect(
    await Promise.all(['Stories', 'Music', 'Everyone Shown across the site', 'Only me'].map(framed)),
  ).toEqual(['solid', 'none', 'solid', 'none'])
  await page.emulateMedia({ forcedColors: 'none' })

  await expect(submit(page)).toBeDisabled()
  await page.getByLabel('Title').fill('Harbour')
  await expect(submit(page)).toBeDisabled()
  await page.getByLabel('Title').press('Enter')
  await toast(page, 'Video required', 'Select a video file.')

  const notes = joined(outputDir, 'notes.txt')
  const large = joined(outputDir, 'large.mp4')
  await createTestClip(outputDir, { seconds: 1 })
  await writeFile(notes, 'no film')
  await writeFile(large, '')
  await truncate(large, 300 * 1024 * 1024 + 1)
  await video(page).setInputFiles(notes)
  await toast(page, 'Unsupported format', 'Use: MP4, MOV, AVI, MKV, WEBM, M4V, WMV, FLV')
  await video(page).setInputFiles(large)
  await toast(page, 'File too large', 'Max for story is 300MB.')

  // A file dropped anywhere on the page is added to the upload field.
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['film'], 'dropped.mp4'))
    const event = (name: string) =>
      new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data })
    document.querySelector('h1')!.dispatchEvent(event('dragenter'))
    document.querySelector('h1')!.dispatchEvent(event('drop'))
  })
  await expect(page.getByText('dropped.mp4')).toBeVisible()
  await expect(submit(page)).toBeEnabled()
  await page.getByLabel('Title').fill('   ')
  await expect(submit(page)).toBeDisabled()
  await page.getByLabel('Title').press('Enter')
  await toast(page, 'Title required', 'Please add a title.')
  await page.getByLabel('Title').fill('Harbour')
  await page.getByLabel('Trailer link').fill('javascript:alert(1)')
  await submit(page).click()
  await toast(
    page,
    'Trailer not accepted',
    'For the trailer, use one of your own videos or a link that starts with https://.',
  )
})

test('a failed upload shows the reason and can be retried', async ({ person, expectedTrouble }, {
  outputDir,
}) => {
  expectedTrouble.push(/Failed to load resource/)
  const clip = await createTestClip(outputDir, { seconds: 1, audio: 'none' })
  const page = await person()
  await signUpThroughApi(page, 'unlucky')
  await page.goto('/create/story')
  await video(page).setInputFiles(clip)
  await expect(page.locator('canvas').first()).toBeVisible()
  await page.getByLabel('Title').fill('Harbour')
  await page.getByLabel('Cover image').setInputFiles(clip)
  await page.route('**/api/uploads', (route) => route.abort())
  await submit(page).click()
  await toast(page, 'Upload failed', 'Please try again')
  await page.unroute('**/api/uploads')
  await expect(page.locator('[data-phase]')).toHaveAttribute('data-phase', 'error')

  await page.route('**/api/uploads/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 403, body: 'No.' }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await toast(page, 'Upload failed', 'Failed to upload video')

  await page.unroute('**/api/uploads/*')
  const warned = page.waitForEvent('console', (message) => message.text().startsWith('cover not saved'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/The cover wasn’t saved/)).toBeVisible()
  await warned
  await page.waitForURL('**/dashboard', { timeout: 60_000 })
  await expect(page.getByText('Harbour').first()).toBeVisible()
})

test('the upload progress card of a portrait video fits on a phone screen', async ({ person }, {
  outputDir,
}) => {
  const clip = await createTestClip(outputDir, { seconds: 1, audio: 'none', width: 720, height: 1280 })
  const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await signUpThroughApi(page, 'upright')
  await page.goto('/create/talent')
  await expect(submit(page)).toHaveAccessibleDescription('To upload, add a video and a title.')
  await page.getByLabel('Title').fill('Tall order')
  await expect(page.getByText('To upload, add a video.')).toBeVisible()
  await video(page).setInputFiles(clip)
  await expect(page.locator('canvas:not(.opacity-0)').first()).toBeVisible()
  await expect(submit(page)).toHaveAccessibleDescription('')
  // The upload requests never complete, so the progress card does not change while the test measures it.
  await page.route('**/api/uploads/*', () => {})
  await submit(page).click()
  const card = page.locator('[data-phase=uploading]')
  for (const part of [card.locator('canvas'), card.getByRole('button', { name: 'Cancel' })]) {
    await expect(part).toBeInViewport({ ratio: 1 })
    expect((await part.boundingBox())!.width).toBeLessThan(390)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await card.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/api/uploads/*')
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(card).toHaveCount(0)

  await submit(page).click()
  await page.waitForURL('**/dashboard', { timeout: 60_000 })
  const finished = page.getByRole('region', { name: 'Upload finished' })
  await expect(finished).toContainText('Your video is up!')
  await expect(finished).toContainText('Tall order')
  await expect(finished.getByRole('link', { name: 'Watch now' })).toBeInViewport({ ratio: 1 })
  await finished.getByRole('link', { name: 'Watch now' }).click()
  await page.waitForURL('**/watch/*')
  await expect(page.getByRole('heading', { level: 1, name: 'Tall order' })).toBeVisible()
})

test('without an origin private file system, the browser uploads the original file and the server removes its metadata', async ({
  person,
}, { outputDir }) => {
  const clip = await createTestClip(outputDir, { seconds: 1, audio: 'none' })
  const page = await person()
  await page.addInitScript(() => Object.defineProperty(navigator, 'storage', { value: undefined }))
  await signUpThroughApi(page, 'plainly')
  await page.goto('/create/story')
  await expect(page.getByLabel('Compress before uploading')).toHaveCount(0)
  await video(page).setInputFiles(clip)
  await page.getByLabel('Title').fill('As it is')
  await submit(page).click()
  await expect(page.locator('[data-phase]')).toContainText('before anyone can see your video')
  await page.waitForURL('**/dashboard', { timeout: 60_000 })
})
