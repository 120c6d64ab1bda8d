import {
  FastForward,
  Gauge,
  Maximize,
  Pause,
  Play,
  Rewind,
  StepForward,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import type { PlayerActionIcon } from '../core/player-state.ts'
import { usePlayerState } from './use-player.ts'

const feedbackIcons: Record<PlayerActionIcon, ReactElement> = {
  play: <Play fill="currentColor" />,
  pause: <Pause fill="currentColor" />,
  back: <Rewind />,
  on: <FastForward />,
  louder: <Volume2 />,
  quieter: <Volume1 />,
  muted: <VolumeX />,
  rate: <Gauge />,
  frame: <StepForward />,
  view: <Maximize />,
}

const bubbleDurationMs = 900

/**
 * Briefly shows the viewer's last keyboard or touch action over the picture, and announces the action to
 * screen readers through a polite live region.
 */
export function PlayerFeedbackBubble() {
  const bubble = usePlayerState((state) => state.feedback)
  const [gone, setGone] = useState(0)
  useEffect(() => {
    if (!bubble) return
    const timer = setTimeout(() => setGone(bubble.id), bubbleDurationMs)
    return () => clearTimeout(timer)
  }, [bubble])
  return (
    <>
      {bubble && gone !== bubble.id && (
        <div key={bubble.id} className="bubble" data-side={bubble.sign} aria-hidden="true">
          {feedbackIcons[bubble.sign]}
          <span>{bubble.text}</span>
        </div>
      )}
      <output className="sr-only">{bubble?.text}</output>
    </>
  )
}
