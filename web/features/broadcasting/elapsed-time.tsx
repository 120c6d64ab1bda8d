import { useEffect, useState } from 'react'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'

/** Shows the time that has passed since this component was mounted. */
export function ElapsedTime() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const startedAt = performance.now()
    const timer = setInterval(() => setSeconds((performance.now() - startedAt) / 1000), 500)
    return () => clearInterval(timer)
  }, [])
  return (
    <span role="timer" aria-label={broadcastingMessages.onAir.elapsed} className="tabular-nums">
      {formatDuration(seconds)}
    </span>
  )
}
