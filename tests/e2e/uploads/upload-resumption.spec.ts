import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'
import { throttleUpload, readPendingUploadHashes } from '#tests/support/browser/pending-uploads.ts'
import { expect, signUpThroughApi, test } from '#tests/support/browser/browser-test.ts'

test('an upload finishes even if the server is killed and restarted', async ({ person, expectedTrouble }, {
  outputDir,
}) => {
  expectedTrouble.push(/Failed to load resource|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/)
  // Uses a separate empty database, as in a new installation. The database stops and restarts with the
  // server.
  const dataDir = await createDataDir()
  const env = { KEEP_ORIGINALS: 'on' }
  const server = await startServerProcess({ dataDir, env })
  const clip = await createTestClip(outputDir, {
    seconds: 10,
    width: 1280,
    height: 720,
    fps: 30,
    audio: 'stereo',
  })
  const page = await person({ baseURL: server.url })
  await signUpThroughApi(page, 'resumer')
  await page.goto('/create/music')
  await throttleUpload(page, 3_000_000)
  await page.locator('input[type=file]').first().setInputFiles(clip)
  await page.getByLabel('Title').fill('Unbreakable')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const bar = page.getByRole('progressbar').first()
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(60)
  const [prepared] = await readPendingUploadHashes(page)

  await server.kill()
  await expect(page.getByRole('heading', { name: /Waiting for the/ })).toBeVisible({ timeout: 30_000 })
  const again = await startServerProcess({ dataDir, env, port: server.port })
  await page.waitForURL('**/dashboard', { timeout: 90_000 })
  await expect(page.getByText('Unbreakable').first()).toBeVisible()

  const items = (await (await page.request.get('/api/me/content')).json()) as {
    items: { stream_status: string }[]
  }
  expect(items.items.map((item) => item.stream_status)).toHaveLength(1)
  expect(await sha256(await originalOf(dataDir))).toBe(prepared)
  await expect.poll(() => readPendingUploadHashes(page)).toEqual([])
  await page.close()
  expect(await again.stop()).toBeLessThan(15)
  await rm(dataDir, { recursive: true, force: true })
})

test('after its tab is closed, an upload can be resumed in a new tab without picking the file again', async ({
  person,
  expectedTrouble,
}, { outputDir }) => {
  expectedTrouble.push(/Failed to load resource|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/)
  const dataDir = await createDataDir()
  const server = await startServerProcess({ dataDir })
  const clip = await createTestClip(outputDir, {
    seconds: 6,
    width: 1280,
    height: 720,
    fps: 30,
    audio: 'stereo',
  })
  const page = await person({ baseURL: server.url })
  await signUpThroughApi(page, 'returner')
  await page.goto('/create/talent')
  await throttleUpload(page, 2_000_000)
  await page.locator('input[type=file]').first().setInputFiles(clip)
  await page.getByLabel('Title').fill('Second wind')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const bar = page.getByRole('progressbar').first()
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(60)
  // Stops the server first, so that the browser cannot send the rest of the file while the tab is closing.
  await server.kill()
  const [prepared] = await readPendingUploadHashes(page)
  const context = page.context()
  await page.close()

  const again = await startServerProcess({ dataDir, port: server.port })
  const back = await context.newPage()
  await back.goto('/create')
  await expect(back.getByText('The file is still saved on this device, so you can resume now.')).toBeVisible()
  expect(await readPendingUploadHashes(back)).toEqual([prepared])
  await back.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(back.getByText(/Upload resumed: .+ was already uploaded/)).toBeVisible()
  await back.waitForURL('**/dashboard', { timeout: 60_000 })
  await expect(back.getByText('Second wind').first()).toBeVisible()
  await expect.poll(() => readPendingUploadHashes(back)).toEqual([])
  await back.close()
  await again.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function originalOf(dataDir: string): Promise<string> {
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true })
  let largest = { path: '', size: 0 }
  for (const file of files) {
    if (!file.isFile() || /postgres|work/.test(file.parentPath)) continue
    const path = `${file.parentPath}/${file.name}`
    const { size } = await stat(path)
    if (size > largest.size) largest = { path, size }
  }
  return largest.path
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return hash.digest('hex')
}
