import type { BrowserContext, Page } from '@playwright/test'

/** Timings that the page reports while loading, in milliseconds since navigation started. */
export interface PageTimings {
  /** When the play button was first painted, and the position of its center. */
  button: { at: number; x: number; y: number }
  /** When the play button was pressed. */
  pressed: number
  /** When the play button disappeared after it was pressed. */
  heard: number
  /** When the first frame of the video was shown. */
  frame: number
}

type Told = { [Name in keyof PageTimings]: (value: PageTimings[Name]) => void }

/**
 * Measures the timings with a script inside the page. Polling from outside the page would not work: code that
 * Playwright evaluates in a page counts as a user gesture, and a watch page plays automatically after a user
 * gesture. Each timing has a promise, which resolves when the timing is known.
 */
export async function openPageWithTimings(context: BrowserContext): Promise<{ page: Page; seen: Promised }> {
  const page = await context.newPage()
  const told: Partial<Told> = {}
  const seen = Object.fromEntries(
    (['button', 'pressed', 'heard', 'frame'] as const).map((name) => [
      name,
      new Promise((resolve) => (told[name] = resolve)),
    ]),
  ) as Promised
  await page.exposeBinding('tellBench', (_, name: keyof PageTimings, value) => told[name]?.(value as never))
  await page.addInitScript(reportTimings)
  return { page, seen }
}

type Promised = { [Name in keyof PageTimings]: Promise<PageTimings[Name]> }

/** Reports the timings. This function runs in the page, before the page's own scripts. */
function reportTimings(): void {
  const { tellBench: reportProgress } = globalThis as unknown as {
    tellBench: (name: string, value: unknown) => void
  }
  const videos = new WeakSet<HTMLVideoElement>()
  let button: Element | null = null
  let isHeard = false
  let isShown = false
  const look = (): void => {
    const now = document.querySelector('.stage .big-play')
    if (now && !button) {
      const { x, y, width, height } = now.getBoundingClientRect()
      if (width > 0) {
        button = now
        reportProgress('button', { at: performance.now(), x: x + width / 2, y: y + height / 2 })
      }
    }
    const video = document.querySelector<HTMLVideoElement>('.stage video')
    // A video that starts before the player's code has loaded keeps its button, which then pauses the video.
    if (video && !now?.closest('.stage:not([data-early])') && !isHeard) {
      isHeard = true
      reportProgress('heard', performance.now())
    }
    if (video && !videos.has(video)) {
      videos.add(video)
      video.requestVideoFrameCallback(() => {
        isShown = true
        reportProgress('frame', performance.now())
      })
    }
    // Painting 60 times per second would slow down the browser while the video plays.
    if (!isShown) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  addEventListener(
    'click',
    ({ timeStamp, isTrusted }) => isTrusted && reportProgress('pressed', timeStamp),
    true,
  )
}
