import { useSyncExternalStore } from 'react'
import type { Content } from '#contract/content/content.ts'
import { useAuth } from '#web/features/auth/auth-context.ts'
import {
  getPlaybackPositions,
  subscribeToPlaybackPositions,
} from '#web/player/core/playback-positions/playback-position-snapshot.ts'

/**
 * Returns the fraction of a video that the viewer has watched, from 0 to 1. Returns undefined during server
 * rendering, and if playback of the video would start from the beginning.
 */
export function useWatchedFraction({
  id,
  duration_seconds: duration,
}: Pick<Content, 'id' | 'duration_seconds'>): number | undefined {
  const { me } = useAuth()
  const seconds = useSyncExternalStore(
    subscribeToPlaybackPositions,
    () => getPlaybackPositions(me?.id).find((position) => position.id === id)?.seconds,
    () => undefined,
  )
  return seconds && duration ? Math.min(1, seconds / duration) : undefined
}
