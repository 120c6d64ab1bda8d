/** Returns the video of the watch page, if its player has loaded. */
export const findWatchPageVideo = () => document.querySelector<HTMLVideoElement>('.watch-stage video')

/**
 * Calls `listener` with the playback position of the page's video whenever the position changes. Returns a
 * function that removes the listener. The event listener is attached to the document, because the video
 * element is replaced when the player loads. Listen in the capture phase, because media events do not bubble.
 */
export function subscribeToWatchPageVideo(listener: (second: number) => void): () => void {
  const onChange = ({ target }: Event) => {
    if (target === findWatchPageVideo()) listener(findWatchPageVideo()!.currentTime)
  }
  const events = ['timeupdate', 'seeking'] as const
  for (const event of events) document.addEventListener(event, onChange, { capture: true })
  const video = findWatchPageVideo()
  if (video?.readyState) listener(video.currentTime)
  return () => {
    for (const event of events) document.removeEventListener(event, onChange, { capture: true })
  }
}
