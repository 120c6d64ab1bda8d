import { useEffect, useEffectEvent } from 'react'
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

interface Props {
  /** False for a broadcast that had ended before the page was opened. */
  isLive: boolean
  /** Called when playback has started. */
  onStart: () => void
}

/** Shows over the picture that it is live, or how far behind the viewer is. */
export function LiveOverlay({ isLive, onStart }: Props) {
  const player = usePlayer()
  const behind = usePlayerState(({ duration, currentTime }) => Math.floor(duration - currentTime))
  const hasEnded = usePlayerState(({ ended }) => ended)
  const start = useEffectEvent(onStart)
  useEffect(() => start(), [])
  if (!isLive || hasEnded) return null
  const jump = () => {
    void player.seekTo(player.store.get().duration - jumpSeconds)
    void player.play()
  }
  return (
    <div className="live-overlay">
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
