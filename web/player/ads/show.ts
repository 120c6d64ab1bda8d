import type { Ad } from './find.ts'
import { bestFile } from './media-file.ts'
import { type AdOnScreen, begin, keepSound, type Screen } from './screen.ts'
import { send } from './send.ts'

/** Milliseconds without a new picture after which the video goes on. */
const stall = 3000
/** Seconds after which any ad may be skipped, whatever it says. */
const longestHold = 30

/** How an ad ended; a number is the error's (VAST 4.2, section 2.3.6). */
type Ending = 'complete' | 'skipped' | 'left' | 400 | 401 | 402 | 405

/** Shows an ad to its end, or until it is skipped or fails, and reports what happens. False if nothing of it was seen. */
export async function show(ad: Ad, screen: Screen, left: AbortSignal): Promise<boolean> {
  const { video, player } = screen
  const height = (player.element()?.clientHeight ?? 0) * devicePixelRatio
  const file = bestFile(ad.files, height, (type) => video.canPlayType(type) !== '')
  if (!file) {
    ad.tracker.error({ ERRORCODE: '403' })
    return false
  }
  const done = new AbortController()
  const { promise, resolve: end } = Promise.withResolvers<Ending>()
  left.addEventListener('abort', () => end('left'), { once: true, signal: done.signal })
  keepSound(screen, done.signal)
  const seen = report(ad, screen, end, done.signal)
  video.src = file.fileURL
  if (!(await begin(screen)) && !video.error) end(400)
  const ending = await promise
  done.abort()
  screen.store.set({ ad: null })
  close(video)
  if (ending === 'skipped') ad.tracker.skip()
  if (typeof ending === 'number') ad.tracker.error({ ERRORCODE: String(ending) })
  return seen()
}

/** Follows the element: the screen shows what it says, and the tracker decides what that means to whom. */
function report(ad: Ad, screen: Screen, end: (how: Ending) => void, signal: AbortSignal): () => boolean {
  const { video, player } = screen
  const { tracker } = ad
  let seen = false
  let moved = performance.now()
  const silent = () => video.muted || video.volume === 0
  const draw = () => screen.store.set({ ad: onScreen(ad, video, !seen, end) })
  const handlers: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
    loadedmetadata() {
      if (Number.isFinite(video.duration)) tracker.setDuration(video.duration)
    },
    playing() {
      if (seen) return
      seen = true
      // As it begins: only changes from here on are news.
      Object.assign(tracker, { paused: false, muted: silent(), fullscreen: player.store.get().fullscreen })
      tracker.setProgress(0)
      tracker.trackImpression()
      // `start` belongs here, and the tracker waits for a time above nothing.
      tracker.setProgress(Math.max(video.currentTime, 0.001))
    },
    timeupdate() {
      moved = performance.now()
      if (seen) tracker.setProgress(video.currentTime)
    },
    pause: () => seen && !video.ended && tracker.setPaused(true),
    play: () => {
      moved = performance.now()
      if (seen) tracker.setPaused(false)
    },
    volumechange: () => seen && tracker.setMuted(silent()),
    ended() {
      tracker.setProgress(video.duration)
      tracker.complete()
      end('complete')
    },
    error: () => end(seen ? 405 : 401),
  }
  for (const [name, hear] of Object.entries(handlers))
    video.addEventListener(name, () => (hear(), draw()), { signal })
  const stopped = player.store.subscribe(() => seen && tracker.setFullscreen(player.store.get().fullscreen))
  const watch = setInterval(() => {
    if ((!video.paused || !seen) && performance.now() - moved > stall) end(402)
  }, 250)
  signal.addEventListener('abort', () => (stopped(), clearInterval(watch)), { once: true })
  draw()
  return () => seen
}

function onScreen(ad: Ad, video: HTMLVideoElement, loading: boolean, end: (how: Ending) => void): AdOnScreen {
  const { duration, currentTime, paused, muted, volume } = video
  const known = Number.isFinite(duration)
  const skipAfter = Math.min(ad.skipAfter ?? Infinity, longestHold)
  const skipIn = Math.max(0, skipAfter - currentTime)
  return {
    loading,
    paused,
    muted: muted || volume === 0,
    left: known ? Math.max(0, Math.ceil(duration - currentTime)) : null,
    skipIn: loading || (known && skipAfter >= duration) ? null : Math.ceil(skipIn),
    clickThrough: ad.clickThrough,
    skip: () => skipIn <= 0 && end('skipped'),
    clicked() {
      send(ad.clickTracking)
      video.pause()
    },
  }
}

function close(video: HTMLVideoElement): void {
  video.pause()
  video.removeAttribute('src')
  video.load()
}
