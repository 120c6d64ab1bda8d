import { seekWatchPageVideo } from '#web/player/seek-watch-page-video.ts'

const findVideo = () => document.querySelector<HTMLVideoElement>('.watch-stage video')

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
  if (target !== findVideo() || pending === null) return
  document.removeEventListener('playing', continueAtPending, { capture: true })
  seekWatchPageVideo(pending)
  pending = null
}

/**
 * Calls `listener` with the playback position of the page's video whenever the position changes. Returns a
 * function that removes the listener. The event listener is attached to the document, because the video
 * element is replaced when the player loads. Listen in the capture phase, because media events do not bubble.
 */
export function subscribeToWatchPageVideo(listener: (second: number) => void): () => void {
  const onChange = ({ target }: Event) => {
    if (target === findVideo()) listener(findVideo()!.currentTime)
  }
  const events = ['timeupdate', 'seeking'] as const
  for (const event of events) document.addEventListener(event, onChange, { capture: true })
  const video = findVideo()
  if (video?.readyState) listener(video.currentTime)
  return () => {
    for (const event of events) document.removeEventListener(event, onChange, { capture: true })
  }
}
