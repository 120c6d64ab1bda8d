import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { openPageWithTimings } from '../pages/page-timings.ts'
import type { BandwidthTrace } from './bandwidth-traces.ts'
import { startMobileLink } from './mobile-link.ts'
import { type PlaybackStats, recordPlaybackStats } from './playback-stats.ts'

export interface Viewing {
  /** Milliseconds from opening the page to the first frame. */
  frame: number
  /** Milliseconds from the press on Play to the first frame. Play is pressed as soon as it is visible. */
  startup: number
  stats: PlaybackStats
}

/** No first frame may take longer than this, in milliseconds. */
const startTimeoutMs = 120_000

/**
 * Opens the page in a new browser profile over a throttled connection, presses Play as soon as the button is
 * visible, and watches for the given time. Chromium itself throttles a connection whose bandwidth is constant.
 * A trace uses a simulated connection (decisions/098).
 */
export async function watchThrottled(
  browser: Browser,
  url: string,
  line: BandwidthTrace,
  seconds: number,
): Promise<Viewing> {
  const link = line.kilobits.length > 1 ? await startMobileLink(line) : undefined
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...(link && { proxy: { server: link.proxy } }),
  })
  try {
    const { page, seen } = await openPageWithTimings(context)
    await page.addInitScript(recordPlaybackStats)
    if (!link) await throttle(await context.newCDPSession(page), line)
    await page.goto(url, { waitUntil: 'commit', timeout: startTimeoutMs })
    const { x, y } = await inTime(seen.button, 'play button')
    // On a page whose scripts are not loaded yet, the site replays the first click later. A person would press
    // again after a while.
    for (let isHeard = false; !isHeard;) {
      await page.mouse.click(x, y)
      isHeard = await Promise.race([seen.heard.then(() => true), pause(3000).then(() => false)])
    }
    const frame = await inTime(seen.frame, 'first frame')
    const startup = frame - (await seen.pressed)
    await page.evaluate(shrinkVideo)
    await pause(seconds * 1000)
    return { frame, startup, stats: await readStats(page) }
  } finally {
    await context.close()
    link?.close()
  }
}

/**
 * Paints the video at a size of a few pixels, so that five browsers without a graphics card do not drop frames. The
 * size that the player sees does not change.
 */
function shrinkVideo(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.stage video { transform: scale(0.05) }')
  document.adoptedStyleSheets.push(sheet)
}

async function inTime<T>(value: Promise<T>, what: string): Promise<T> {
  const late = pause(startTimeoutMs, undefined, { ref: false }).then(() => {
    throw new Error(`No ${what} after ${startTimeoutMs / 1000} s`)
  })
  return Promise.race([value, late])
}

function readStats(page: Page): Promise<PlaybackStats> {
  return page.evaluate(() =>
    (globalThis as unknown as { readPlaybackStats: () => PlaybackStats }).readPlaybackStats(),
  )
}

async function throttle(session: CDPSession, { latency, kilobits }: BandwidthTrace): Promise<void> {
  const bytesPerSecond = (kilobits[0]! * 1000) / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}
