/**
 * Seeks the video of the watch page to a position and plays it. Returns false if the video has not been
 * started yet.
 */
export function seekWatchPageVideo(second: number): boolean {
  const video = document.querySelector<HTMLVideoElement>('.watch-stage video')
  if (!video || video.readyState === 0) return false
  video.currentTime = second
  // A browser may refuse to play. The video then stays paused at the new position.
  void video.play().catch(() => {})
  video.closest('.watch-stage')?.scrollIntoView({ block: 'nearest' })
  return true
}
