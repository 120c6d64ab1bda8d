import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createServer, type Plugin } from 'vite'
import { findChromium } from '../../../bin/setup/chromium.mjs'

const root = new URL('../../..', import.meta.url).pathname

declare global {
  var stream: import('#web/player/core/streaming/playback-stream-types.ts').PlaybackStream | undefined
  var qualities: number[] | undefined
  /** Every interruption that a viewer would notice, such as a stall. */
  var breaks: string[] | undefined
}

/** A page of a real browser with a video element, and a real video in the folder of its server. */
export interface HlsTestPage {
  folder: string
  /** Opens a page and plays the video with the player's code for HLS. */
  play(): Promise<Page>
  close(): Promise<void>
}

/** Starts the server. `readFilm` returns the content of a file of the video if it is not read from the folder. */
export async function startHlsTestPage(
  readFilm: (name: string) => string | Buffer | undefined,
): Promise<HlsTestPage> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-hls-'))
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    cacheDir: join(folder, 'vite'),
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    optimizeDeps: { include: ['hls.js/light'], noDiscovery: true },
    plugins: [createTestPagePlugin(folder, readFilm)],
  })
  await vite.listen()
  const browser: Browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--mute-audio', '--autoplay-policy=no-user-gesture-required'],
  })
  return {
    folder,
    async play() {
      const page = await browser.newPage()
      await page.goto(new URL('/stage.html', vite.resolvedUrls!.local[0]).href)
      await page.evaluate(startPlayback)
      return page
    },
    async close() {
      await browser.close()
      await vite.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startPlayback() {
  const video = document.querySelector('video')!
  const { openHlsStream } = (await import(
    '/web/player/core/streaming/hls-stream.ts' as string
  )) as typeof import('#web/player/core/streaming/hls-stream.ts')
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

function createTestPagePlugin(
  folder: string,
  readFilm: (name: string) => string | Buffer | undefined,
): Plugin {
  return {
    name: 'stage',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = (request.url ?? '').split('?')[0]!
        if (path === '/stage.html')
          return response.setHeader('content-type', 'text/html').end('<video muted></video>')
        if (!path.startsWith('/film/')) return next()
        const name = path.slice('/film/'.length)
        response.end(readFilm(name) ?? (await readFile(join(folder, name))))
      })
    },
  }
}

/** Chooses a quality and waits until the player shows it. */
export async function selectQuality(page: Page, height: number): Promise<void> {
  await page.evaluate((choice) => globalThis.stream!.choose(choice), height)
  await page.waitForFunction(
    (expectedHeight) => document.querySelector('video')!.videoHeight === expectedHeight,
    height,
    { timeout: 15_000 },
  )
}

const encoders = {
  h264: '-c:v libx264 -preset ultrafast -profile:v baseline -sc_threshold 0',
  av1: '-c:v libsvtav1 -preset 12 -crf 40',
}

/**
 * Encodes a 30-second video in segments of one second, so the player can switch renditions within a second or
 * two. Its files are in the folder `name`.
 */
export async function makeRendition(
  folder: string,
  height: number,
  { name = `${height}`, codec = 'h264' }: { name?: string; codec?: keyof typeof encoders } = {},
): Promise<void> {
  const picture = `testsrc2=size=${(height * 4) / 3}x${height}:rate=12:duration=30`
  const line = `-v error -f lavfi -i ${picture} -f lavfi -i sine=duration=30 ${encoders[codec]} -pix_fmt yuv420p -g 12
    -c:a aac -b:a 64k -f hls -hls_time 1 -hls_playlist_type vod -hls_segment_type fmp4
    -hls_fmp4_init_filename init.mp4 -start_number 1 -hls_segment_filename ${name}/seg_%05d.m4s ${name}/index.m3u8`
  await mkdir(join(folder, name))
  await promisify(execFile)('ffmpeg', line.split(/\s+/), { cwd: folder })
}
