import { formatTimeAgo, formatSpokenTimeAgo } from './time-ago.ts'

interface RelativeTimeProps {
  at: string | number | Date
  className?: string
  /** Wraps the age in a sentence, for example "opened 3 min". */
  formatText?: (age: string) => string
}

/**
 * How long ago something happened. Server and browser may read the clock on either side of a minute, so
 * hydration must not compare the texts: React would discard the server's HTML (error 418).
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
