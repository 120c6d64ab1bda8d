import { useEffect, useEffectEvent, useRef } from 'react'
import type { Content } from '#contract/content/content.ts'
import { classifyPlaybackPosition } from '#contract/engagement/playback-resume.ts'
import { storePlaybackPosition } from '#web/player/core/playback-positions/store-playback-position.ts'
import { usePlayer } from '#web/player/skin/use-player.ts'
import { ensureWatchHistoryStateLoaded, syncPlaybackPosition } from './watch-history-sync.ts'
import { usePlaybackTicks } from './use-playback-ticks.ts'

const saveIntervalMs = 5000
const syncIntervalMs = 15_000

/**
 * Stores the playback position every five seconds, when playback stops, and when the page is hidden or
 * closed. Positions in trailers are not stored. If the person syncs the watch history, the position is also
 * sent to the server.
 */
export function usePlaybackPositionSaver(item: Content, userId: string): void {
  const { id, duration_seconds: duration } = item
  const { store } = usePlayer()
  const owner = useRef(userId)
  const last = useRef({ at: 0, syncedAt: 0, seconds: -1 })
  const save = useEffectEvent((isLast: boolean): Promise<void> | undefined => {
    // If the user signs out during playback, no more positions are stored, neither for the account nor for
    // the next visitor.
    if (owner.current !== userId) return
    const { source, currentTime: seconds, duration: loadedDuration } = store.get()
    if (source === 'trailer' || seconds === last.current.seconds) return
    const [now, length] = [Date.now(), duration ?? loadedDuration]
    last.current = { ...last.current, at: now, seconds }
    storePlaybackPosition(userId, id, seconds, length)
    if (classifyPlaybackPosition(seconds, length) === 'early') return
    if (!isLast && now - last.current.syncedAt < syncIntervalMs) return
    last.current.syncedAt = now
    return syncPlaybackPosition(userId, id, seconds)
  })
  useEffect(() => void ensureWatchHistoryStateLoaded(userId), [userId])
  usePlaybackTicks((_, now, isLast) => {
    if (isLast || now - last.current.at >= saveIntervalMs) void save(isLast)
  })
  useEffect(() => {
    const left = new AbortController()
    const onLeave = () => void save(true)
    addEventListener('pagehide', onLeave, left)
    // On phones, a hidden page can be closed without a `pagehide` event.
    addEventListener('visibilitychange', onLeave, left)
    // Signing out waits until the position has been sent, because after the end of the session, the server
    // would reject it.
    const onSignOut = (event: CustomEventInit<unknown[]>) => event.detail?.push(save(true))
    addEventListener('signing-out', onSignOut as EventListener, left)
    return () => {
      left.abort()
      // While the video was paused, the viewer may have moved to another position.
      void save(true)
    }
  }, [])
}
