import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { chromiumFlags } from '#tests/support/browser/chromium-flags.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'
import { expect, signUpThroughApi, test } from '#tests/support/browser/browser-test.ts'

test.use({
  launchOptions: {
    ...(process.env['CHROMIUM'] && { executablePath: process.env['CHROMIUM'] }),
    args: [
      ...chromiumFlags,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream=device-count=2',
    ],
  },
})

const fps = 25
const flashAt = 4.2
let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ KEEP_ORIGINALS: 'on' })
})
test.afterAll(() => site.close())

for (const { shape, options } of screenVariants)
  test(`only the chosen part of a video is uploaded, beginning at the chosen frame, and the sound stays in sync: ${shape}`, async ({
    person,
  }, { outputDir }) => {
    const clip = makeFlashClip(outputDir)
    const page = await person({ ...options, baseURL: site.url })
    await signUpThroughApi(page, `cutter_${shape.replace('-', '_')}`)
    await page.goto('/create/story')
    await page.locator('input[type=file]').first().setInputFiles(clip)
    await page.getByLabel('Title').fill('The short version')
    await page.getByRole('button', { name: 'Trim', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Trim your video' })
    const start = dialog.getByRole('slider', { name: 'Start' })
    const end = dialog.getByRole('slider', { name: 'End' })
    await expect(start).toHaveAttribute('aria-valuetext', '0:00.00 of 0:08.00')

    await start.press('PageUp')
    await expect(start).toHaveAttribute('aria-valuetext', /^0:05\.00/)
    await start.press('PageDown')
    await start.press('ArrowRight')
    await expect(start).toHaveAttribute('aria-valuetext', /^0:00\.10/)
    await end.press('Home')
    await expect(end).toHaveAttribute('aria-valuetext', /^0:01\.10/)
    // Waits until the handle no longer moves, because the dialog grows when the preview loads.
    await end.hover()
    const { x, y, width, height } = (await end.boundingBox())!
    await page.mouse.move(x + width / 4, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 4 + 80, y + height / 2, { steps: 4 })
    await page.mouse.up()
    await expect(end).not.toHaveAttribute('aria-valuetext', /^0:01\.10/)
    await dialog.getByRole('textbox', { name: 'End' }).fill('later')
    await expect(dialog.getByText('Type a time like 0:12.50.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'End' }).fill('0:06.50')
    await dialog.getByRole('textbox', { name: 'End' }).press('Enter')
    await dialog.locator('video').evaluate((video: HTMLVideoElement) => (video.currentTime = 3.02))
    await dialog.getByRole('button', { name: 'Set start to current position' }).click()
    await expect(dialog.getByText('Selected: 0:03.48')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'trim', shape)
    await dialog.getByRole('button', { name: 'Play selection' }).click()
    // The preview stops at the end of the selection.
    await dialog.getByRole('button', { name: 'Stop' }).waitFor()
    await dialog.getByRole('button', { name: 'Play selection' }).waitFor()
    const stoppedAt = await dialog.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    expect(Math.abs(stoppedAt - 6.5)).toBeLessThan(0.3)
    await dialog.getByRole('button', { name: 'Use this part' }).click()
    await expect(page.getByText('only 0:03.02 to 0:06.50 (0:03.48) will be uploaded')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'trimmed', shape)

    const before = await readdir(join(site.dataDir, 'files/uploads')).catch((): string[] => [])
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.waitForURL('**/dashboard', { timeout: 60_000 })
    const [own] = await readOwnVideos(page)
    expect(Math.abs(own!.duration_seconds - 3.48)).toBeLessThan(0.1)
    const uploads = await readdir(join(site.dataDir, 'files/uploads'))
    const uploaded = join(
      site.dataDir,
      'files/uploads',
      uploads.find((name) => !before.includes(name))!,
    )
    // Frame 75 is the frame that was visible at 3.02 s, the start of the selection.
    expect(findSourceFrame(clip, readGrayFrames(uploaded)[0]!)).toBe(75)
    expect(Math.abs(readGrayFrames(uploaded).length - 3.48 * fps)).toBeLessThan(2)
    const rendition = own!.stream_url
    expect(Math.abs(measureFlash(uploaded) - (flashAt - 3.02))).toBeLessThan(0.05)
    expect(Math.abs(measureBeep(uploaded) - (flashAt - 3.02))).toBeLessThan(0.05)
    await page.goto(`/watch/${own!.id}`)
    const played = join(outputDir, '..', `${shape}.mp4`)
    execFileSync('ffmpeg', `-y -v error -i ${site.url}${rendition} -c copy ${played}`.split(' '))
    expect(findSourceFrame(clip, readGrayFrames(played)[0]!)).toBe(75)
    expect(Math.abs(measureBeep(played) - measureFlash(played))).toBeLessThan(0.06)
    await rm(played)
  })

test('a video that the device cannot trim is never uploaded in full', async ({ person }, { outputDir }) => {
  const clip = makeFlashClip(outputDir)
  const page = await person({ baseURL: site.url })
  await signUpThroughApi(page, 'careful')
  await page.goto('/create/story')
  await page.locator('input[type=file]').first().setInputFiles(clip)
  await page.getByLabel('Title').fill('Not the rest')
  await page.getByRole('button', { name: 'Trim', exact: true }).click()
  await page.getByRole('slider', { name: 'Start' }).press('PageUp')
  await page.getByRole('button', { name: 'Use this part' }).click()
  const announced: string[] = []
  page.on('request', (request) => request.method() === 'POST' && announced.push(request.url()))
  // Between the trim and the upload, the device runs out of space.
  await page.evaluate(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 1, usage: 1 })
  })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Upload of Not the rest' })).toContainText(
    'Nothing was uploaded',
  )
  expect(announced.filter((url) => url.includes('/uploads'))).toEqual([])
  await page.getByRole('button', { name: 'Back to upload form' }).click()
  await page.getByRole('button', { name: 'Change trim' }).click()
  await expect(page.getByText('This browser can’t trim this video.')).toBeVisible()
})

for (const { shape, options } of screenVariants)
  test(`a camera recording is uploaded with the right duration: ${shape}`, async ({ person }) => {
    const page = await person({ ...options, baseURL: site.url })
    await rememberStreams(page)
    await signUpThroughApi(page, `filmer_${shape.replace('-', '_')}`)
    // The dashboard's document may not use the camera, so the upload page is loaded as a new document.
    await page.goto('/dashboard')
    await page.locator('a[href^="/create"]').locator('visible=true').first().click()
    await page.getByRole('button', { name: 'Record with your camera' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record a video' })
    await expect(dialog.getByRole('combobox', { name: 'Camera' })).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'camera', shape)
    await dialog.getByRole('button', { name: 'Start recording' }).press('Enter')
    await expect(dialog.locator('.camera-countdown')).toHaveText('3')
    await checkPageAndCaptureScreenshot(page, 'camera-countdown', shape)
    await dialog.getByText('0:02 of 10:00').waitFor()
    await dialog.getByRole('button', { name: 'Pause' }).click()
    await checkPageAndCaptureScreenshot(page, 'camera-paused', shape)
    await dialog.getByRole('button', { name: 'Continue recording' }).click()
    await dialog.getByText('0:03 of 10:00').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep it' }).click()
    await dialog.getByRole('button', { name: 'Stop recording' }).click()
    await expect(dialog.getByText(/Recorded: 0:0[345]/)).toBeVisible()
    const take = dialog.locator('video')
    const position = () => take.evaluate((video: HTMLVideoElement) => video.currentTime)
    expect(await position()).toBe(0)
    await checkPageAndCaptureScreenshot(page, 'camera-take', shape)
    expect(await countLiveTracks(page)).toBe(0)
    await take.evaluate((video: HTMLVideoElement) => video.play())
    await expect.poll(position).toBeGreaterThan(1)
    await dialog.getByRole('button', { name: 'Use this video' }).click()
    await expect(page.getByText(/Recording \d{4}-.+\.(webm|mp4)/)).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'camera-chosen', shape)
    await page.getByLabel('Title').fill('Hello from my room')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.waitForURL('**/dashboard', { timeout: 60_000 })
    const [own] = await readOwnVideos(page)
    // The recording was paused at two seconds, and stopped between three and five seconds.
    expect(own!.duration_seconds).toBeGreaterThan(2.5)
    expect(own!.duration_seconds).toBeLessThan(6)
  })

test('camera errors are explained, and closing the camera dialog stops the camera', async ({ person }) => {
  const page = await person({ baseURL: site.url })
  await rememberStreams(page)
  await signUpThroughApi(page, 'unlucky_filmer')
  await page.goto('/create/story')
  const open = page.getByRole('button', { name: 'Record with your camera' })
  const dialog = page.getByRole('dialog', { name: 'Record a video' })
  await open.click()
  await expect(dialog.getByRole('button', { name: 'Start recording' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await countLiveTracks(page)).toBe(0)

  for (const [name, sentence] of [
    ['NotAllowedError', 'Allow both in the site settings'],
    ['NotFoundError', 'Connect it, then try again'],
    ['NotReadableError', 'Another app is using your camera'],
  ] as const) {
    await page.evaluate((error) => Object.assign(window, { cameraError: error }), name)
    await open.click()
    await expect(dialog.getByText(sentence)).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await page.evaluate(() => Object.assign(window, { cameraError: 'NotReadableError' }))
  await open.click()
  await expect(dialog.getByText('Another app is using your camera')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { cameraError: undefined }))
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('button', { name: 'Start recording' }).click()
  await dialog.getByText('0:01 of 10:00').waitFor()
  await page.evaluate(() => {
    const { streams } = window as unknown as { streams: MediaStream[] }
    streams.at(-1)!.getVideoTracks()[0]!.dispatchEvent(new Event('ended'))
  })
  await expect(dialog.getByText('We kept everything recorded before that.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Discard recording' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await countLiveTracks(page)).toBe(0)
})

/**
 * Stores every camera stream in `window.streams`. If `window.cameraError` contains the name of an error,
 * opening the camera fails with this error.
 */
async function rememberStreams(page: Page) {
  await page.addInitScript(() => {
    const streams: MediaStream[] = []
    Object.assign(window, { streams })
    const { mediaDevices } = navigator
    const original = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      const { cameraError } = window as unknown as { cameraError?: string }
      if (cameraError) throw new DOMException('', cameraError)
      const stream = await original(constraints)
      streams.push(stream)
      return stream
    }
  })
}

function countLiveTracks(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { streams } = window as unknown as { streams: MediaStream[] }
    return streams.flatMap((stream) => stream.getTracks()).filter((track) => track.readyState === 'live')
      .length
  })
}

async function readOwnVideos(page: Page) {
  const response = await page.request.get(`${site.url}/api/me/content`)
  return (
    (await response.json()) as { items: { id: string; duration_seconds: number; stream_url: string }[] }
  ).items
}

/** Makes a clip with a white picture and a beep at `flashAt`, and a key frame only every four seconds. */
function makeFlashClip(folder: string): string {
  const path = join(folder, '..', 'flash.mp4')
  if (existsSync(path)) return path
  const during = `between(t,${flashAt},${flashAt + 0.4})`
  execFileSync('ffmpeg', [
    ...`-y -v error -f lavfi -i testsrc2=s=320x180:r=${fps}:d=8 -f lavfi -i sine=f=880:d=8 -vf`.split(' '),
    `drawbox=c=white:t=fill:enable='${during}'`,
    '-af',
    `volume=0:enable='not(${during})'`,
    ...`-c:v libx264 -g 100 -pix_fmt yuv420p -c:a aac ${path}`.split(' '),
  ])
  return path
}

const [grayWidth, grayHeight] = [64, 36]

function readGrayFrames(path: string): Buffer[] {
  const raw = execFileSync(
    'ffmpeg',
    `-v error -i ${path} -vf scale=${grayWidth}:${grayHeight},format=gray -fps_mode passthrough -f rawvideo -`.split(
      ' ',
    ),
    { maxBuffer: 2 ** 28 },
  )
  const size = grayWidth * grayHeight
  return Array.from({ length: raw.length / size }, (_, i) => raw.subarray(i * size, (i + 1) * size))
}

/** Returns the number of the clip's frame that looks most like the given frame. */
function findSourceFrame(clip: string, frame: Buffer): number {
  const difference = (other: Buffer) => other.reduce((sum, value, i) => sum + (value - frame[i]!) ** 2, 0)
  const all = readGrayFrames(clip).map(difference)
  return all.indexOf(Math.min(...all))
}

/** Returns the time in seconds at which the picture becomes white. */
function measureFlash(path: string): number {
  const isWhite = (frame: Buffer) => frame.reduce((sum, value) => sum + value, 0) / frame.length > 225
  return readGrayFrames(path).findIndex(isWhite) / fps
}

/** Returns the time in seconds at which the beep starts. */
function measureBeep(path: string): number {
  const args = `-v error -i ${path} -af aresample=8000:async=1:first_pts=0 -ac 1 -f s16le -`
  const raw = execFileSync('ffmpeg', args.split(' '))
  for (let at = 0; at + 1 < raw.length; at += 2)
    if (Math.abs(raw.readInt16LE(at)) > 1000) return at / 2 / 8000
  return NaN
}
