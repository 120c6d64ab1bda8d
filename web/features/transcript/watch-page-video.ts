import { seekWatchPageVideo } from '#web/player/seek-watch-page-video.ts'
import { findWatchPageVideo } from '#web/player/watch-page-video-position.ts'

/** The position at which playback continues once the video has started. */
let pending: number | null = null

/** Plays the page's video from a given position, even if the video has not been started yet. */
export function playWatchPageVideoFrom(second: number): void {
  if (seekWatchPageVideo(second)) return
  if (pending === null) document.addEventListener('playing', continueAtPending, { capture: true })
  pending = second
  document.querySelector<HTMLElement>('.watch-stage .big-play')?.click()
}

function continueAtPending({ target }: Event): void {
  if (target !== findWatchPageVideo() || pending === null) return
  document.removeEventListener('playing', continueAtPending, { capture: true })
  seekWatchPageVideo(pending)
  pending = null
}
