import { useEffect, useRef } from 'react'
import type { PlayerProps } from './player-props.ts'
import { usePlayer, usePlayerState } from './use-player.ts'

const timeReportSeconds = 5

/** Calls the page's callbacks, and tells the player about new renditions during playback. */
export function usePlayerCallbacks({ onEnded, onTime, renditions }: PlayerProps) {
  const player = usePlayer()
  const { source, paused, started, currentTime } = usePlayerState((state) => state)
  const ended = usePlayerState((state) => state.ended && state.source === 'main')
  const lastReported = useRef(0)

  useEffect(() => {
    if (ended) onEnded?.()
  }, [ended, onEnded])

  useEffect(() => {
    if (
      !started ||
      source === 'trailer' ||
      (!paused && Math.abs(currentTime - lastReported.current) < timeReportSeconds)
    )
      return
    if (lastReported.current === currentTime) return
    lastReported.current = currentTime
    onTime?.(currentTime)
  }, [started, source, paused, currentTime, onTime])

  const knownRenditions = useRef(renditions)
  useEffect(() => {
    if (knownRenditions.current !== renditions) void player.reload()
    knownRenditions.current = renditions
  }, [player, renditions])
}
