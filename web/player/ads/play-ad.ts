import type { LinearAd } from './vast-ads.ts'
import { chooseMediaFile } from './ad-media-file.ts'
import { type AdPlaybackState, startAdPlayback, syncAdVolume, type AdPlayer } from './ad-player.ts'
import { sendTrackingRequests } from './vast-tracking.ts'

/** After this many milliseconds without progress, the ad is abandoned and the video continues. */
const stallTimeoutMs = 3000
/** After this many seconds, every ad can be skipped, regardless of its VAST document. */
const maxUnskippableSeconds = 30

/** How an ad ended. If the ad failed, the value is a VAST error code (VAST 4.2, section 2.3.6). */
type AdEnding = 'complete' | 'skipped' | 'left' | 400 | 401 | 402 | 405

/**
 * Plays an ad until it ends, is skipped or fails. Sends the tracking events of the ad. Returns false if no
 * part of the ad was shown.
 */
export async function playAd(ad: LinearAd, screen: AdPlayer, viewSignal: AbortSignal): Promise<boolean> {
  const { video, player } = screen
  const height = (player.element()?.clientHeight ?? 0) * devicePixelRatio
  const file = chooseMediaFile(ad.files, height, (type) => video.canPlayType(type) !== '')
  if (!file) {
    ad.tracker.error({ ERRORCODE: '403' })
    return false
  }
  const done = new AbortController()
  const { promise, resolve: end } = Promise.withResolvers<AdEnding>()
  viewSignal.addEventListener('abort', () => end('left'), { once: true, signal: done.signal })
  syncAdVolume(screen, done.signal)
  const seen = trackAdPlayback(ad, screen, end, done.signal)
  video.src = file.fileURL
  if (!(await startAdPlayback(screen)) && !video.error) end(400)
  const ending = await promise
  done.abort()
  screen.store.set({ ad: null })
  unloadVideo(video)
  if (ending === 'skipped') ad.tracker.skip()
  if (typeof ending === 'number') ad.tracker.error({ ERRORCODE: String(ending) })
  return seen()
}

/**
 * Listens to the media events of the ad and updates the overlay. Passes the events to the tracker, which
 * decides what to report.
 */
function trackAdPlayback(
  ad: LinearAd,
  screen: AdPlayer,
  end: (how: AdEnding) => void,
  signal: AbortSignal,
): () => boolean {
  const { video, player } = screen
  const { tracker } = ad
  let seen = false
  let moved = performance.now()
  const silent = () => video.muted || video.volume === 0
  const draw = () => screen.store.set({ ad: getAdViewState(ad, video, !seen, end) })
  const handlers: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
    loadedmetadata() {
      if (Number.isFinite(video.duration)) tracker.setDuration(video.duration)
    },
    playing() {
      if (seen) return
      seen = true
      // Set the initial state of the tracker, so the tracker reports only later changes.
      Object.assign(tracker, { paused: false, muted: silent(), fullscreen: player.store.get().fullscreen })
      tracker.setProgress(0)
      tracker.trackImpression()
      // The tracker sends the `start` event only if the reported time is greater than zero.
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
  for (const [name, handler] of Object.entries(handlers))
    video.addEventListener(name, () => (handler(), draw()), { signal })
  const stopped = player.store.subscribe(() => seen && tracker.setFullscreen(player.store.get().fullscreen))
  const watch = setInterval(() => {
    if ((!video.paused || !seen) && performance.now() - moved > stallTimeoutMs) end(402)
  }, 250)
  signal.addEventListener('abort', () => (stopped(), clearInterval(watch)), { once: true })
  draw()
  return () => seen
}

function getAdViewState(
  ad: LinearAd,
  video: HTMLVideoElement,
  loading: boolean,
  end: (how: AdEnding) => void,
): AdPlaybackState {
  const { duration, currentTime, paused, muted, volume } = video
  const hasDuration = Number.isFinite(duration)
  const skipAfter = Math.min(ad.skipAfter ?? Infinity, maxUnskippableSeconds)
  const skipIn = Math.max(0, skipAfter - currentTime)
  return {
    loading,
    paused,
    muted: muted || volume === 0,
    left: hasDuration ? Math.max(0, Math.ceil(duration - currentTime)) : null,
    skipIn: loading || (hasDuration && skipAfter >= duration) ? null : Math.ceil(skipIn),
    clickThrough: ad.clickThrough,
    skip: () => skipIn <= 0 && end('skipped'),
    clicked() {
      sendTrackingRequests(ad.clickTracking)
      video.pause()
    },
  }
}

function unloadVideo(video: HTMLVideoElement): void {
  video.pause()
  video.removeAttribute('src')
  video.load()
}
