import type { Page } from '@playwright/test'
import { readNumberInPage } from './numbered-camera.ts'

/** A frame that a page has shown. */
export interface RecordedPicture {
  /** When the frame was read, in milliseconds since 1970. */
  at: number
  number: number
  /** The speed of the playback. */
  rate: number
  /** How many seconds of video were buffered after this frame. */
  bufferedSeconds: number
}

/** Starts to read the number of every frame that the page's video shows, also if the video is replaced. */
export async function startRecordingPictures(page: Page): Promise<void> {
  await page.evaluate(`(${recordInPage})(${readNumberInPage})`)
}

/** Runs in the page. It must not use anything outside of it. */
function recordInPage(readNumber: typeof readNumberInPage): void {
  const pictures: RecordedPicture[] = []
  Object.assign(window, { recordedPictures: pictures })
  const record = () => {
    requestAnimationFrame(record)
    const number = readNumber()
    const video = document.querySelector('video')
    if (number === null || !video || (video.paused && pictures.at(-1)?.number === number)) return
    const { buffered, currentTime, playbackRate: rate } = video
    const bufferedSeconds = buffered.length > 0 ? buffered.end(buffered.length - 1) - currentTime : 0
    pictures.push({ at: Date.now(), number, rate, bufferedSeconds })
  }
  record()
}

type RecordingWindow = typeof window & { recordedPictures: RecordedPicture[] }

/** Returns the frames that the page has shown since the recording started, oldest first. */
export function listRecordedPictures(page: Page): Promise<RecordedPicture[]> {
  return page.evaluate(() => (window as RecordingWindow).recordedPictures)
}

/** Resolves when the page has recorded this many frames after a time (in milliseconds since 1970). */
export async function waitForRecordedPictures(page: Page, count: number, after = 0): Promise<void> {
  await page.waitForFunction(
    ([wanted, from]) =>
      (window as RecordingWindow).recordedPictures.filter(({ at }) => at > from!).length >= wanted!,
    [count, after],
    { timeout: 60_000 },
  )
}

/**
 * Returns when the page showed the newest of these frames for the first time, in milliseconds since 1970. At the end of
 * a video, this frame stays on the screen.
 */
export function findLastPictureTime(pictures: readonly RecordedPicture[]): number {
  const last = pictures.at(-1)!.number
  return pictures.find(({ number }) => number === last)!.at
}
