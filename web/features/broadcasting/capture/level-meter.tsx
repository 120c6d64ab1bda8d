import { useEffect, useRef } from 'react'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import type { AudioMixer } from './audio-mixer.ts'

/** Shows how loud the microphone is, so that creators notice if it is silent. */
export function LevelMeter({ mixer }: { mixer: AudioMixer }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let announcedAt = 0
    let frame = requestAnimationFrame(function draw(now) {
      const level = mixer.readLevel()
      bar.current?.style.setProperty('--level', level.toFixed(2))
      // Screen readers do not need every frame.
      if (now - announcedAt > 1000) {
        announcedAt = now
        bar.current?.setAttribute('aria-valuenow', String(Math.round(100 * level)))
      }
      frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [mixer])
  return (
    <div
      ref={bar}
      role="meter"
      aria-label={broadcastingMessages.level}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      className="level-meter"
    />
  )
}
