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

async function pressPlay(page: Page, url: string, title: string): Promise<PlaybackResult> {
  await page.goto(url)
  // Waits for the video element, which is rendered together with the controls. A click on Play before
  // hydration could be lost, or repeated after hydration.
  const video = page.locator('video')
  await video.waitFor({ state: 'attached', timeout: 20_000 })
  const seen = video.evaluate(measurePlayback, 30_000)
  seen.catch(() => {})
  const pressed = page.getByRole('button', { name: `Play ${title}`, exact: true }).click()
  pressed.catch(() => {})
  // Code that Playwright evaluates in the page counts as a user gesture, so the page may start playing before
  // the test presses Play.
  await Promise.race([pressed, seen])
  return seen
}

/** Runs in the page. */
function measurePlayback(video: Element, patience: number): Promise<PlaybackResult> {
  const film = video as HTMLVideoElement
  return new Promise((resolve, reject) => {
    const trouble = new MutationObserver(() => {
      const alert = document.querySelector('[role=alert]')?.textContent
      if (alert) reject(new Error(`the player says: ${alert}`))
    })
    trouble.observe(document.body, { childList: true, subtree: true })
    setTimeout(() => {
      const { currentTime, duration, readyState } = film
      reject(new Error(`did not play: ${currentTime} of ${duration} s, ready state ${readyState}`))
    }, patience)
    const look = () => {
      const enough = film.currentTime >= 1 || (film.ended && film.currentTime > 0)
      if (!enough) return
      resolve({
        width: film.videoWidth,
        height: film.videoHeight,
        reached: film.currentTime,
        frames: film.getVideoPlaybackQuality().totalVideoFrames,
        duration: film.duration,
      })
    }
    for (const event of ['timeupdate', 'ended']) film.addEventListener(event, look)
    // A clip of 0.3 s may end before the listeners are attached.
    look()
  })
}
