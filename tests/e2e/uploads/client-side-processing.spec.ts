import { readdir, readFile } from 'node:fs/promises'
import { join as joined } from 'node:path'
import type { Page } from '@playwright/test'
import { commonTestClips, createTestClip, taggedClipMetadata } from '#tests/support/media/generated-clips.ts'
import { startTestSite } from '#tests/support/processes/test-site.ts'
import { expect, signUpThroughApi, test } from '#tests/support/browser/browser-test.ts'

/** The phases that the progress card went through, in order. */
async function phasesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { phases: string[] }).phases)
}

/** Milliseconds between the `complete` phase and the display of the dashboard. */
async function measureDelay(page: Page): Promise<number> {
  const seen = await page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen)
  return seen['/dashboard']! - seen['complete']!
}

/**
 * Records every phase from now on, however short it is, and the time at which each phase and page was first
 * seen.
 */
async function notePhases(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const phases: string[] = []
    const seen: Record<string, number> = {}
    Object.assign(window, { phases, seen })
    new MutationObserver(() => {
      const phase = document.querySelector('[data-phase]')?.getAttribute('data-phase')
      if (phase && phases.at(-1) !== phase) phases.push(phase)
      for (const mark of [phase, location.pathname]) if (mark) seen[mark] ??= performance.now()
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
}

test('location and device data are removed from a video before the browser uploads it', async ({ person }, {
  outputDir,
}) => {
  const server = await startTestSite({ KEEP_ORIGINALS: 'on' })
  const page = await person({ baseURL: server.url })
  await notePhases(page)
  await signUpThroughApi(page, 'tagged')
  await page.goto('/create/story')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await commonTestClips.tagged(outputDir))
  await page.getByLabel('Title').fill('At grandma’s')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('was removed on your device')).toBeVisible()
  await page.waitForURL('**/dashboard', { timeout: 60_000 })
  expect(await phasesOf(page)).toEqual(['loading', 'transcoding', 'uploading', 'processing', 'complete'])
  await expect(page.getByText('At grandma’s').first()).toBeVisible()
  expect(await measureDelay(page)).toBeGreaterThan(1100)
  // The upper limit of 5 s is generous, because a busy machine may take a while to render the next page.
  expect(await measureDelay(page)).toBeLessThan(5000)
  await page.goBack()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()

  const folder = joined(server.dataDir, 'files', 'uploads')
  const [original] = await readdir(folder)
  const bytes = await readFile(joined(folder, original!))
  expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
  for (const trace of Object.values(taggedClipMetadata)) expect(bytes.includes(trace), trace).toBe(false)
  await page.close()
  await server.close()
})

test('if the creator chooses compression, a 1440p video is re-encoded to 1080p on the device before it is uploaded', async ({
  person,
}, { outputDir }) => {
  const source = await createTestClip(outputDir, {
    seconds: 2,
    width: 2560,
    height: 1440,
    fps: 24,
    audio: 'stereo',
  })
  const page = await person()
  await signUpThroughApi(page, 'saver')
  await page.goto('/create/story')
  await page.locator('input[type=file]').first().setInputFiles(source)
  await page.getByLabel('Title').fill('Less is more')
  await page.getByLabel('Compress before uploading').check()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText(/Compressed on your device from .+ to/)).toBeVisible({ timeout: 60_000 })
  await page.waitForURL('**/dashboard', { timeout: 60_000 })
  const { items } = (await (await page.request.get('/api/me/content')).json()) as {
    items: { width: number; height: number }[]
  }
  expect(items.map(({ width, height }) => [width, height])).toEqual([[1920, 1080]])
})
