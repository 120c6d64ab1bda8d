import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { readPendingUploadHashes } from '#tests/support/browser/pending-uploads.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { expect, signUpThroughApi, test } from '#tests/support/browser/browser-test.ts'

/** Returns copies of one short clip, each under its own name. */
async function createClips(folder: string, names: string[]): Promise<string[]> {
  const clip = await createTestClip(folder, { seconds: 1, audio: 'none' })
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      await copyFile(clip, path)
      return path
    }),
  )
}

const queue = (page: Page) => page.getByRole('list', { name: 'Videos in your queue' })
const rows = (page: Page) =>
  queue(page)
    .getByRole('listitem')
    .filter({ has: page.locator('h2') })
const row = (page: Page, title: string) => rows(page).filter({ hasText: title })
const titles = (page: Page) => queue(page).locator('h2').allTextContents()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter')

interface OwnVideo {
  title: string
  content_type: string
  genre: string
  publication_state: string
  stream_status: string
}

async function listOwnVideos(page: Page): Promise<OwnVideo[]> {
  const response = await page.request.get('/api/me/content')
  return ((await response.json()) as { items: OwnVideo[] }).items.toReversed()
}

/**
 * Holds back the files' bytes until `release` is called. `started` resolves at the first request with bytes.
 */
async function holdTransfers(page: Page) {
  const [held, started] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') {
      started.resolve()
      await held.promise
    }
    await route.continue().catch(() => undefined)
  })
  const release = async () => {
    held.resolve()
    await page.unroute('**/api/uploads/*')
  }
  return { started: started.promise, release }
}

for (const { shape, options } of screenVariants)
  test(`a creator uploads several videos in one queue, using only the keyboard (${shape})`, async ({
    person,
  }, { outputDir }) => {
    const clips = await createClips(outputDir, ['first_take.mp4', 'Second.mp4', 'third-take.mp4'])
    const notes = join(outputDir, 'notes.txt')
    await writeFile(notes, 'no film')
    const page = await person(options)
    await signUpThroughApi(page, `queue_${shape.replace('-', '_')}`)
    await page.goto('/create/talent')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([...clips, notes])
    await expect(page.getByText('notes.txt wasn’t added. Use: MP4')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Upload several videos' })).toBeFocused()
    expect(await titles(page)).toEqual(['First take', 'Second', 'Third take'])
    await checkPageAndCaptureScreenshot(page, 'upload-queue', shape)

    await press(page, 'Edit details of First take')
    await queue(page).getByLabel('Genre').selectOption('Dance')
    await queue(page)
      .getByRole('radio', { name: /^Publish now/ })
      .press('ArrowLeft')
    await press(page, 'Use for all videos')
    await queue(page).getByRole('textbox', { name: 'Title' }).fill('Opening night')
    await checkPageAndCaptureScreenshot(page, 'upload-queue-details', shape)
    await press(page, 'Done')
    await press(page, 'Edit details of Second')
    await queue(page).getByRole('textbox', { name: 'Title' }).fill('')
    await press(page, 'Done')

    await press(page, 'Move Third take up')
    await expect(page.getByRole('button', { name: 'Move Third take up' })).toBeFocused()
    expect(await titles(page)).toEqual(['Opening night', 'Third take', 'Untitled video'])

    const { started, release } = await holdTransfers(page)
    await press(page, 'Upload 3 videos')
    await started
    await expect(row(page, 'Opening night')).toHaveAttribute('data-phase', 'uploading')
    await expect(row(page, 'Third take')).toContainText('Prepared on your device')
    await expect(row(page, 'Untitled video').getByText('Please add a title.').first()).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'upload-queue-uploading', shape)
    expect(await listOwnVideos(page)).toHaveLength(1)
    await queue(page).getByRole('textbox', { name: 'Title' }).fill('Encore')
    await press(page, 'Upload 1 video')
    await press(page, 'Pause queue')
    await expect(row(page, 'Opening night')).toContainText('Paused. Your progress is saved.')
    await expect(page.getByText('Queue paused.')).toBeAttached()

    // The queue survives navigation inside the site.
    if (shape.startsWith('phone')) await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('link', { name: 'Dashboard' }).filter({ visible: true }).first().click()
    await page.waitForURL('**/dashboard')
    await expect(page.getByRole('region', { name: 'Upload queue' })).toContainText(
      /0 of 3 uploaded.*Your queue is paused/,
    )
    await checkPageAndCaptureScreenshot(page, 'upload-queue-card', shape)
    await page.getByRole('link', { name: 'Open queue' }).click()
    await release()
    await press(page, 'Resume queue')
    await expect(page.getByRole('heading', { level: 1, name: 'All done' })).toBeVisible({ timeout: 60_000 })
    await expect(rows(page).locator('a', { hasText: 'Watch now' })).toHaveCount(3, { timeout: 60_000 })
    await checkPageAndCaptureScreenshot(page, 'upload-queue-finished', shape)
    const videos = await listOwnVideos(page)
    expect(videos.map(({ title, genre }) => [title, genre])).toEqual([
      ['Opening night', 'dance'],
      ['Third take', 'dance'],
      ['Encore', 'dance'],
    ])
    expect(new Set(videos.map(({ publication_state }) => publication_state))).toEqual(new Set(['draft']))
    expect(await readPendingUploadHashes(page)).toEqual([])
  })

test('a failed video does not stop the rest of the upload queue, and can be removed', async ({
  person,
  expectedTrouble,
}, { outputDir }) => {
  expectedTrouble.push(/Failed to load resource/)
  const [good, later] = await createClips(outputDir, ['good.mp4', 'later.mp4'])
  const broken = join(outputDir, 'broken.mp4')
  await writeFile(broken, 'This is not a video. '.repeat(500))
  const page = await person({ viewport: { width: 360, height: 740 } })
  await signUpThroughApi(page, 'sturdy')
  await page.goto('/create/story')
  await page.locator('input[type=file]').first().setInputFiles([broken, good!])
  await page.getByRole('button', { name: 'Upload 2 videos' }).click()
  await page.getByLabel('Add more videos').setInputFiles(later!)
  await page.getByRole('button', { name: 'Upload 1 video' }).click()
  await expect(row(page, 'Broken')).toHaveAttribute('data-phase', 'failed')
  await expect(row(page, 'Broken').getByRole('button', { name: /^(Try again|Edit)/ })).toHaveCount(0)
  for (const title of ['Good', 'Later'])
    await expect(row(page, title)).toHaveAttribute('data-phase', 'ready', { timeout: 60_000 })
  await checkPageAndCaptureScreenshot(page, 'upload-queue-failed', 'narrow-phone')
  await page.getByRole('button', { name: 'Remove Broken' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All done' })).toBeVisible()
  await page.getByRole('button', { name: 'Upload more videos' }).click()
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()
})

test('after a reload, the upload queue resumes with the files that the device still has and asks for the others', async ({
  person,
  expectedTrouble,
}, { outputDir }) => {
  expectedTrouble.push(/Failed to load resource|ERR_/)
  const [sent, lost] = await createClips(outputDir, ['sent.mp4', 'lost.mp4'])
  const page = await person()
  await signUpThroughApi(page, 'reloader')
  await page.goto('/create/story')
  await page.locator('input[type=file]').first().setInputFiles(sent!)
  await page.locator('input[type=file]').first().setInputFiles([sent!, lost!])
  await page.getByRole('button', { name: 'Edit details of Lost' }).click()
  await queue(page).getByRole('textbox', { name: 'Title' }).fill('')
  await page.getByRole('button', { name: 'Done' }).click()
  const { started, release } = await holdTransfers(page)
  await page.getByRole('button', { name: 'Upload 2 videos' }).click()
  await started
  await queue(page).getByRole('textbox', { name: 'Title' }).fill('Found again')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await release()

  await expect(row(page, 'Sent')).toContainText('Waiting')
  await expect(page.getByText('Your queue is paused. Your progress is saved.')).toBeVisible()
  await expect(row(page, 'Found again')).toContainText('Choose lost.mp4 again to continue.')
  await checkPageAndCaptureScreenshot(page, 'upload-queue-restored', 'desktop')
  const other = await page.context().newPage()
  await other.goto('/create/story')
  await expect(other.getByRole('button', { name: 'Upload', exact: true })).toBeVisible()
  await expect(rows(other)).toHaveCount(0)
  await other.close()

  await page.getByLabel('Add more videos').setInputFiles(lost!)
  await page.getByRole('button', { name: 'Upload 1 video' }).click()
  await page.getByRole('button', { name: 'Resume queue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All done' })).toBeVisible({ timeout: 60_000 })
  expect((await listOwnVideos(page)).map(({ title }) => title)).toEqual(['Sent', 'Found again'])
  expect(await page.evaluate(() => localStorage.getItem('upload-queue'))).toBeNull()
})

test('the upload queue waits if the account has three other uploads running', async ({
  person,
  expectedTrouble,
}, { outputDir }) => {
  expectedTrouble.push(/status of 429/)
  const clips = await createClips(outputDir, ['one.mp4', 'two.mp4'])
  const page = await person()
  await signUpThroughApi(page, 'busy_creator')
  const ids: string[] = []
  for (const title of ['A', 'B', 'C']) {
    const data = { title, content_type: 'story', file_name: 'a.mp4', file_size: 1000 }
    ids.push(
      ((await (await page.request.post('/api/uploads', { data })).json()) as { contentId: string }).contentId,
    )
  }
  await page.clock.install()
  await page.goto('/create/story')
  await page.locator('input[type=file]').first().setInputFiles(clips)
  await page.getByRole('button', { name: 'Upload 2 videos' }).click()
  await expect(row(page, 'One')).toContainText('You have three other uploads running.')
  for (const id of ids) expect((await page.request.delete(`/api/content/${id}`)).ok()).toBe(true)
  // The server frees the upload slots shortly after the deletion, so the queue may have to try more than
  // once.
  await expect(async () => {
    await page.clock.runFor(61_000)
    await expect(row(page, 'Two')).toHaveAttribute('data-phase', /processing|ready/, { timeout: 1500 })
  }).toPass()
})
