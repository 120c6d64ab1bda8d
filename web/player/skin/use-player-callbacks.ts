import { useEffect, useRef } from 'react'
import type { PlayerProps } from './player-props.ts'
import { usePlayer, usePlayerState } from './use-player.ts'

const timeReportSeconds = 5

/** Calls the page's callbacks, and tells the player about new renditions during playback. */
export function usePlayerCallbacks({ onEnded, onTime, renditions }: PlayerProps) {
  const player = usePlayer()
  const { source, paused, started, currentTime } = usePlayerState((state) => state)
  const ended = usePlayerState((state) => state.ended && state.source === 'main')
  const told = useRef(0)

  useEffect(() => {
    if (ended) onEnded?.()
  }, [ended, onEnded])

  useEffect(() => {
    if (
      !started ||
      source === 'trailer' ||
      (!paused && Math.abs(currentTime - told.current) < timeReportSeconds)
    )
      return
    if (told.current === currentTime) return
    told.current = currentTime
    onTime?.(currentTime)
  }, [started, source, paused, currentTime, onTime])

  const known = useRef(renditions)
  useEffect(() => {
    if (known.current !== renditions) void player.reload()
    known.current = renditions
  }, [player, renditions])
}
