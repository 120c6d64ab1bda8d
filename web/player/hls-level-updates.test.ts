import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { findChromium } from '../../bin/setup/chromium.mjs'

/*
 * Adds renditions to a video during playback. `core/streaming/hls-level-updates.ts` relies on internals of
 * hls.js, so this test uses a real browser and a real video. The test video has three renditions. Initially,
 * the master playlist lists only one rendition.
 */
const heights = [240, 360, 480]
const root = new URL('../..', import.meta.url).pathname
let folder: string
let vite: ViteDevServer
let browser: Browser
/** The heights of the renditions that the master playlist currently lists. */
let listedHeights: number[]

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterbell-growth-'))
  await Promise.all(heights.map(makeRendition))
  vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    cacheDir: join(folder, 'vite'),
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    optimizeDeps: { include: ['hls.js/light'], noDiscovery: true },
    plugins: [testPagePlugin],
  })
  await vite.listen()
  browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--mute-audio', '--autoplay-policy=no-user-gesture-required'],
  })
})

after(async () => {
  await browser?.close()
  await vite?.close()
  await rm(folder, { recursive: true, force: true })
})

test('adds renditions above and below the current one without interrupting playback', async () => {
  listedHeights = [360]
  const page = await browser.newPage()
  await page.goto(new URL('/stage.html', vite.resolvedUrls!.local[0]).href)
  await page.evaluate(startPlayback)
  assert.deepEqual(await page.evaluate(() => globalThis.qualities), [360])

  listedHeights = heights
  await page.evaluate(() => globalThis.stream!.reload())
  assert.deepEqual(await page.evaluate(() => globalThis.qualities), heights.toReversed())
  for (const height of [480, 240, 360]) await selectQuality(page, height)
  assert.deepEqual(await page.evaluate(() => globalThis.breaks), [])
})

async function selectQuality(page: Page, height: number) {
  await page.evaluate((choice) => globalThis.stream!.choose(choice), height)
  await page.waitForFunction(
    (expectedHeight) => document.querySelector('video')!.videoHeight === expectedHeight,
    height,
    {
      timeout: 15_000,
    },
  )
}

/**
 * Starts the video in the page, and records every interruption that a viewer would notice, such as a stall.
 */
async function startPlayback() {
  const video = document.querySelector('video')!
  const { openHlsStream } = (await import(
    '/web/player/core/streaming/hls-stream.ts' as string
  )) as typeof import('./core/streaming/hls-stream.ts')
  globalThis.breaks = []
  globalThis.stream = openHlsStream(
    video,
    '/film/master.m3u8',
    { startAt: 0, startRendition: [] },
    {
      qualities: (qualities) => (globalThis.qualities = qualities),
      playing: () => {},
      failed: (error) => globalThis.breaks!.push(error),
    },
  )
  await video.play()
  await new Promise<void>((resolve) => {
    video.addEventListener('timeupdate', () => video.currentTime > 1 && resolve())
  })
  for (const name of ['emptied', 'waiting', 'seeking', 'stalled', 'pause', 'error'])
    video.addEventListener(name, () => globalThis.breaks!.push(name))
}

declare global {
  var stream: import('./core/streaming/playback-stream-types.ts').PlaybackStream | undefined
  var qualities: number[] | undefined
  var breaks: string[] | undefined
}

const testPagePlugin: Plugin = {
  name: 'stage',
  configureServer(server) {
    server.middlewares.use(async (request, response, next) => {
      const path = (request.url ?? '').split('?')[0]!
      if (path === '/stage.html')
        return response.setHeader('content-type', 'text/html').end('<video muted></video>')
      if (path === '/film/master.m3u8') return response.end(buildMasterPlaylist())
      if (!path.startsWith('/film/')) return next()
      response.end(await readFile(join(folder, path.slice('/film/'.length))))
    })
  },
}

function buildMasterPlaylist() {
  const variants = listedHeights.map((height) => {
    const attributes = `BANDWIDTH=${height * 2000},CODECS="avc1.42c01e,mp4a.40.2",RESOLUTION=${(height * 4) / 3}x${height}`
    return `#EXT-X-STREAM-INF:${attributes}\n${height}.m3u8\n`
  })
  return `#EXTM3U\n#EXT-X-VERSION:7\n${variants.join('')}`
}

/**
 * Encodes a 30-second video in segments of one second, so the player can switch renditions within a second or
 * two.
 */
async function makeRendition(height: number) {
  const picture = `testsrc2=size=${(height * 4) / 3}x${height}:rate=12:duration=30`
  const line = `-v error -f lavfi -i ${picture} -f lavfi -i sine=duration=30 -c:v libx264 -preset ultrafast
    -profile:v baseline -pix_fmt yuv420p -g 12 -sc_threshold 0 -c:a aac -b:a 64k -f hls -hls_time 1 -hls_playlist_type vod
    -hls_segment_type fmp4 -hls_fmp4_init_filename ${height}.init.mp4 -hls_segment_filename ${height}.%d.m4s ${height}.m3u8`
  await promisify(execFile)('ffmpeg', line.split(/\s+/), { cwd: folder })
}
