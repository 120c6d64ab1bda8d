/** What a page has measured about its video so far. Times are in milliseconds. */
export interface PlaybackStats {
  stalls: number
  stalledMs: number
  playedMs: number
  /** The average of the shorter side of the picture, weighted by the time played, in pixels. */
  height: number
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
  const on = (name: string, listener: (video: HTMLVideoElement) => void): void =>
    document.addEventListener(
      name,
      ({ target }) => target instanceof HTMLVideoElement && listener(target),
      true,
    )
  on('playing', () => enter('playing'))
  on('pause', () => enter('idle'))
  on('waiting', ({ seeking }) => {
    if (phase !== 'playing' || seeking) return
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
    return { ...stats, height: stats.playedMs > 0 ? pixelMs / stats.playedMs : 0 }
  }
  Object.assign(globalThis, { readPlaybackStats: readStats })
}
