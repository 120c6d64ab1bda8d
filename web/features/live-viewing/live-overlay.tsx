import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { broadcastViewingMessages } from '#web/messages/watch/broadcasts.ts'
import { usePlayer, usePlayerState } from '#web/player/skin/use-player.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LiveBadge } from '#web/ui/controls/live-badge.tsx'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import './live-viewing.css'

/** Viewers who are at most this many seconds behind the newest picture count as live. */
const liveSeconds = 8
/** The distance to the newest picture after a jump, in seconds, so that playback does not stall. */
const jumpSeconds = 2

/** Playback that stands still for this long, this close to the end, is over. */
const endSeconds = 3
const endStallMs = 4000

interface Props {
  /** False for a broadcast that had ended before the page was opened. */
  isLive: boolean
  /** Called when playback has started. */
  onStart: () => void
  /** Whether the broadcast has ended, so that only the rest is played. */
  isEnding: boolean
  /** Called if playback stops at the end of the broadcast without an event of the video element. */
  onEnd: () => void
  /** How many people are watching. */
  viewers: ReactNode
}

/** Shows over the picture that it is live, or how far behind the viewer is. */
export function LiveOverlay({ isLive, onStart, isEnding, onEnd, viewers }: Props) {
  const player = usePlayer()
  const behind = usePlayerState(({ duration, currentTime }) => Math.floor(duration - currentTime))
  const hasEnded = usePlayerState(({ ended }) => ended)
  const start = useEffectEvent(onStart)
  useEffect(() => start(), [])
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
