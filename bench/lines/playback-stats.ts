/** What a page has measured about its video so far. Times are in milliseconds. */
export interface PlaybackStats {
  stalls: number
  stalledMs: number
  playedMs: number
  /** The average of the shorter side of the picture, weighted by the time played, in pixels. */
  height: number
  /** The share of the frames that the browser dropped because it was too busy, in percent. */
  droppedFrames: number
  failed: boolean
}

/** Runs in the page, before the page's own scripts. The page can then call `readPlaybackStats`. */
export function recordPlaybackStats(): void {
  let phase: 'idle' | 'playing' | 'stalled' = 'idle'
  let since = 0
  let side = 0
  let pixelMs = 0
  const stats = { stalls: 0, stalledMs: 0, playedMs: 0, failed: false }
  const enter = (next: typeof phase): void => {
    const now = performance.now()
    if (phase === 'playing') {
      stats.playedMs += now - since
      pixelMs += (now - since) * side
    }
    if (phase === 'stalled') stats.stalledMs += now - since
    since = now
    phase = next
  }
  // On a busy machine, playback also pauses for a moment although enough of the video has been loaded.
  const hasVideoAhead = ({ buffered, currentTime }: HTMLVideoElement): boolean =>
    Array.from({ length: buffered.length }).some(
      (_, at) => buffered.start(at) <= currentTime && buffered.end(at) - currentTime > 1,
    )
  const on = (name: string, listener: (video: HTMLVideoElement) => void): void =>
    document.addEventListener(
      name,
      ({ target }) => target instanceof HTMLVideoElement && listener(target),
      true,
    )
  on('playing', () => enter('playing'))
  on('pause', () => enter('idle'))
  on('waiting', (video) => {
    if (phase !== 'playing' || video.seeking || hasVideoAhead(video)) return
    stats.stalls += 1
    enter('stalled')
  })
  on('resize', ({ videoWidth, videoHeight }) => {
    enter(phase)
    side = Math.min(videoWidth, videoHeight)
  })
  on('error', () => (stats.failed = true))
  const readStats = (): PlaybackStats => {
    enter(phase)
    const quality = document.querySelector('video')?.getVideoPlaybackQuality()
    return {
      ...stats,
      height: stats.playedMs > 0 ? pixelMs / stats.playedMs : 0,
      droppedFrames: quality ? (100 * quality.droppedVideoFrames) / Math.max(1, quality.totalVideoFrames) : 0,
    }
  }
  Object.assign(globalThis, { readPlaybackStats: readStats })
}
