import { useEffect, useState } from 'react'
import { scheduledBroadcastMessages } from '#web/messages/watch/scheduled-broadcasts.ts'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'

const daySeconds = 24 * 3600

/** Counts down to the start of a scheduled broadcast. Empty until the page is hydrated. */
export function Countdown({ to }: { to: string }) {
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    const update = () => setSeconds(Math.ceil((Date.parse(to) - Date.now()) / 1000))
    update()
    const timer = setInterval(update, 1000)
    return () => clearInterval(timer)
  }, [to])
  return (
    <p role="timer" className="min-h-[1.5em] font-bold tabular-nums">
      {seconds !== null && formatCountdown(seconds)}
    </p>
  )
}

function formatCountdown(seconds: number): string {
  const { countdown } = scheduledBroadcastMessages
  if (seconds <= 0) return countdown.soon
  if (seconds < daySeconds) return countdown.time({ time: formatDuration(seconds) })
  return countdown.days({ days: Math.floor(seconds / daySeconds) })
}
