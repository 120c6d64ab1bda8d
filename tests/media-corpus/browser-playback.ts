import { type Browser, type Page, chromium } from '@playwright/test'
import { findChromium } from '../../bin/setup/chromium.mjs'

/** The measured playback of a video in a real browser. Sizes are in pixels of the upright picture. */
export interface PlaybackResult {
  width: number
  height: number
  /** The playback position reached, in seconds. */
  reached: number
  frames: number
  /** Duration of the whole video in seconds, as the browser reports it. */
  duration: number
}

const flags =
  `--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
  --disable-component-update --disable-sync`.split(/\s+/)

export async function launchPlaybackBrowser(): Promise<Browser> {
  const executablePath = await findChromium()
  if (!executablePath) throw new Error('There is no Chromium here: `node bin/setup.mjs test` gets one.')
  return chromium.launch({ executablePath, args: flags })
}

/**
 * Opens a page with the player as a new visitor, presses Play, and resolves when one second of the video, or
 * all of a short clip, has been played. Throws if the player, the page or the network reported an error.
 */
export async function playInBrowser(browser: Browser, url: string, title: string): Promise<PlaybackResult> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 } })
  const page = await context.newPage()
  const said: string[] = []
  page.on('pageerror', (error) => said.push(error.message))
  page.on('console', (line) => line.type() === 'error' && said.push(line.text()))
  page.on(
    'response',
    (response) => response.status() >= 400 && said.push(`${response.status()} ${response.url()}`),
  )
  try {
    const playing = await pressPlay(page, url, title)
    if (said.length > 0) throw new Error('the page complained')
    return playing
  } catch (error) {
    const lines = (error as Error).message.split('\n')
    throw new Error([...lines.slice(0, 8).map((line) => line.trim()), ...said].join('; '), { cause: error })
  } finally {
    await context.close()
  }
}

/** How long a video may take until one second of it has been played. */
const patienceMs = 30_000

async function pressPlay(page: Page, url: string, title: string): Promise<PlaybackResult> {
  await page.goto(url)
  // A press before hydration starts the video early, and the player then continues with its element (decision 097).
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click()
  const playing = await page
    .waitForFunction(measurePlayback, undefined, { timeout: patienceMs })
    .catch(() => null)
  if (!playing) throw new Error(`did not play: ${await page.evaluate(describeVideos)}`)
  const result = await playing.jsonValue()
  if (!result || typeof result === 'string') throw new Error(`the player says: ${result}`)
  return result
}

/**
 * Runs in the page, again and again, because the player may replace the video element. Returns null until a second has
 * been played, and the text of an error message of the page.
 */
function measurePlayback(): PlaybackResult | string | null {
  const alert = document.querySelector('[role=alert]')?.textContent
  if (alert) return alert
  const video = document.querySelector('video')
  if (!video || (video.currentTime < 1 && !(video.ended && video.currentTime > 0))) return null
  return {
    width: video.videoWidth,
    height: video.videoHeight,
    reached: video.currentTime,
    frames: video.getVideoPlaybackQuality().totalVideoFrames,
    duration: video.duration,
  }
}

/** Runs in the page. */
function describeVideos(): string {
  const videos = [...document.querySelectorAll('video')]
  return videos
    .map(
      ({ currentTime, duration, readyState }) => `${currentTime} of ${duration} s, ready state ${readyState}`,
    )
    .join('; ')
}
