import { useEffect, useEffectEvent } from 'react'
import { usePlayerState } from '#web/player/skin/use-player.ts'

const tickMs = 1000

/**
 * Reports each period that has been played: once every second during playback, and once more when playback
 * stops. Pauses, buffering and ads do not count as playback time.
 */
export function usePlaybackTicks(onTick: (since: number, now: number, isLast: boolean) => void): void {
  const isPlaying = usePlayerState(
    ({ paused, waiting, ended, adState }) => !paused && !waiting && !ended && adState === null,
  )
  const reportTick = useEffectEvent(onTick)
  useEffect(() => {
    if (!isPlaying) return
    let since = Date.now()
    const tick = (isLast: boolean) => {
      const now = Date.now()
      reportTick(since, now, isLast)
      since = now
    }
    const timer = setInterval(() => tick(false), tickMs)
    return () => {
      clearInterval(timer)
      tick(true)
    }
  }, [isPlaying])
}
