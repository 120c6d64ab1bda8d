import { useEffect, useState } from 'react'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'

/** Shows the time that has passed since `since`, a time on the clock of `performance.now()`. */
export function ElapsedTime({ since }: { since: number }) {
  const [seconds, setSeconds] = useState(() => getSecondsSince(since))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(getSecondsSince(since)), 500)
    return () => clearInterval(timer)
  }, [since])
  return (
    <span role="timer" aria-label={broadcastingMessages.onAir.elapsed} className="tabular-nums">
      {formatDuration(seconds)}
    </span>
  )
}

function getSecondsSince(time: number): number {
  return (performance.now() - time) / 1000
}
