import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { broadcastViewingMessages } from '#web/messages/watch/broadcasts.ts'
import { usePlayer, usePlayerState } from '#web/player/skin/use-player.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LiveBadge } from '#web/ui/controls/live-badge.tsx'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import './live-viewing.css'

/** A viewer who is at most this many seconds behind the newest frame counts as watching live. */
const liveSeconds = 8
/**
 * How far behind the newest frame playback starts after a jump to live, in seconds. Without this distance,
 * playback would stall.
 */
const jumpSeconds = 2

/** If playback stalls this close to the end for this long, the broadcast counts as finished. */
const endSeconds = 3
const endStallMs = 4000

interface Props {
  /** False for a broadcast that had ended before the page was opened, and while it is played again. */
  isLive: boolean
  /** Called when playback has started, including when the viewer replays an ended broadcast. */
  onStart: () => void
  /** True if the broadcast has ended and the viewer is watching the rest of it. */
  isEnding: boolean
  /** Called if playback stops at the end of the broadcast but the video element does not fire an event. */
  onEnd: () => void
  /** The viewer count. */
  viewers: ReactNode
}

/** Shows a "live" badge over the picture, or how far behind the viewer is. */
export function LiveOverlay({ isLive, onStart, isEnding, onEnd, viewers }: Props) {
  const player = usePlayer()
  const behind = usePlayerState(({ duration, currentTime }) => Math.floor(duration - currentTime))
  const hasEnded = usePlayerState(({ ended }) => ended)
  const start = useEffectEvent(onStart)
  useEffect(() => {
    if (!hasEnded) start()
  }, [hasEnded])
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!isEnding) return
    let last = { position: -1, at: 0 }
    const timer = setInterval(() => {
      const { currentTime: position, duration, paused } = player.store.get()
      if (position !== last.position) last = { position, at: Date.now() }
      else if (!paused && duration - position < endSeconds && Date.now() - last.at > endStallMs) end()
    }, 500)
    return () => clearInterval(timer)
  }, [isEnding, player])
  if (!isLive || hasEnded) return null
  const jump = () => {
    void player.seekTo(player.store.get().duration - jumpSeconds)
    void player.play()
  }
  return (
    <div className="live-overlay">
      {viewers}
      {behind > liveSeconds ? (
        <>
          <span>{broadcastViewingMessages.behind({ time: formatDuration(behind) })}</span>
          <Button size="small" variant="primary" onClick={jump}>
            {broadcastViewingMessages.jump}
          </Button>
        </>
      ) : (
        <LiveBadge>{broadcastViewingMessages.live}</LiveBadge>
      )}
    </div>
  )
}
