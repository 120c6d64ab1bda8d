import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { openPageWithTimings } from '../pages/page-timings.ts'
import { type BandwidthTrace, traceStepSeconds } from './bandwidth-traces.ts'
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
 * visible, and watches for the given time.
 */
export async function watchThrottled(
  browser: Browser,
  url: string,
  line: BandwidthTrace,
  seconds: number,
): Promise<Viewing> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const { page, seen } = await openPageWithTimings(context)
  await page.addInitScript(recordPlaybackStats)
  const stop = await followTrace(await context.newCDPSession(page), line)
  try {
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
    await pause(seconds * 1000)
    return { frame, startup, stats: await readStats(page) }
  } finally {
    stop()
    await context.close()
  }
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

/** Throttles the page to the bandwidth of the trace. Returns a function that stops following the trace. */
async function followTrace(session: CDPSession, { latency, kilobits }: BandwidthTrace): Promise<() => void> {
  await session.send('Network.enable')
  const throttle = (step: number) => {
    const bytesPerSecond = (kilobits[step % kilobits.length]! * 1000) / 8
    return session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
  }
  await throttle(0)
  if (kilobits.length === 1) return () => {}
  let step = 0
  // The page may already be closed when the timer fires.
  const timer = setInterval(() => throttle((step += 1)).catch(() => {}), traceStepSeconds * 1000)
  return () => clearInterval(timer)
}
