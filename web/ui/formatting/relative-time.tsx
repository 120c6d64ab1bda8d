import { formatTimeAgo, formatSpokenTimeAgo } from './time-ago.ts'

interface RelativeTimeProps {
  at: string | number | Date
  className?: string
  /** Adds words to the elapsed time, for example "opened 3 min ago" for "3 min ago". */
  formatText?: (age: string) => string
}

/**
 * Shows how much time has passed since something happened. Hydration must not compare the rendered text,
 * because a minute can pass between rendering on the server and in the browser. If React found a difference
 * between the server's text and the browser's text, it would discard the server's HTML (React error 418).
 */
export function RelativeTime({ at, className, formatText = (text) => text }: RelativeTimeProps) {
  return (
    <time dateTime={new Date(at).toISOString()} className={className} suppressHydrationWarning>
      <span aria-hidden="true" suppressHydrationWarning>
        {formatText(formatTimeAgo(at))}
      </span>
      <span className="sr-only" suppressHydrationWarning>
        {formatText(formatSpokenTimeAgo(at))}
      </span>
    </time>
  )
}
