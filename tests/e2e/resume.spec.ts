import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { makeClip } from '../support/clips.ts'
import { freshDataDir, startServer } from '../support/server.ts'
import { expect, join, test } from './support/site.ts'

test('an upload interrupted by a killed server is finished after its restart', async ({
  person,
  expectedTrouble,
}, { outputDir }) => {
  expectedTrouble.push(/Failed to load resource|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/)
  // A database of its own, as a newcomer has it: it dies and comes back with the server.
  const dataDir = await freshDataDir()
  const env = { KEEP_ORIGINALS: 'on' }
  const server = await startServer({ dataDir, env })
  const clip = await makeClip(outputDir, {
    seconds: 20,
    width: 1280,
    height: 720,
    fps: 30,
    audio: 'stereo',
  })
  const page = await person({ baseURL: server.url })
  await join(page, 'resumer')
  await page.goto('/create/music')
  const throttle = await page.context().newCDPSession(page)
  await throttle.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 3_000_000,
  })
  await page.locator('input[type=file]').first().setInputFiles(clip)
  await page.getByLabel('Title').fill('Unbreakable')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const bar = page.getByRole('progressbar').first()
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(20)

  await server.kill()
  await expect(page.getByRole('heading', { name: /Waiting for the/ })).toBeVisible({ timeout: 30_000 })
  const again = await startServer({ dataDir, env, port: server.port })
  await page.waitForURL('**/dashboard', { timeout: 90_000 })
  await expect(page.getByText('Unbreakable').first()).toBeVisible()

  const items = (await (await page.request.get('/api/me/content')).json()) as {
    items: { stream_status: string }[]
  }
  expect(items.items.map((item) => item.stream_status)).toHaveLength(1)
  expect(await sha256(await originalOf(dataDir))).toBe(await sha256(clip))
  await page.close()
  expect(await again.stop()).toBeLessThan(15)
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
