import { useEffect, useEffectEvent } from 'react'
import { usePlayerState } from '#web/player/skin/use-player.ts'

const tickMs = 1000

/** Says once a second, and when it stops, from when to when the video has really played: not paused, not loading, no ad. */
export function usePlaybackTicks(heard: (since: number, now: number, isLast: boolean) => void): void {
  const isPlaying = usePlayerState(
    ({ paused, waiting, ended, interlude }) => !paused && !waiting && !ended && interlude === null,
  )
  const tell = useEffectEvent(heard)
  useEffect(() => {
    if (!isPlaying) return
    let since = Date.now()
    const tick = (isLast: boolean) => {
      const now = Date.now()
      tell(since, now, isLast)
      since = now
    }
    const timer = setInterval(() => tick(false), tickMs)
    return () => {
      clearInterval(timer)
      tick(true)
    }
  }, [isPlaying])
}
