import { useEffect, useRef } from 'react'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import type { AudioMixer } from './audio-mixer.ts'

/** Shows the microphone level, so creators notice if the microphone picks up no sound. */
export function LevelMeter({ mixer }: { mixer: AudioMixer }) {
  const meter = useRef<HTMLMeterElement>(null)
  useEffect(() => {
    let frame = requestAnimationFrame(function draw() {
      if (meter.current) meter.current.value = mixer.readLevel()
      frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [mixer])
  return <meter ref={meter} min={0} max={1} aria-label={broadcastingMessages.level} className="level-meter" />
}
