import { formatTimeAgo, formatSpokenTimeAgo } from './time-ago.ts'

interface RelativeTimeProps {
  at: string | number | Date
  className?: string
  /** Puts words around it: "opened 3 min". */
  say?: (age: string) => string
}

/**
 * How long ago something was. The server and the browser may read the clock on either side of a minute, so hydration must not compare the
 * texts: React would throw the server's HTML away (error 418).
 */
export function RelativeTime({ at, className, say = (text) => text }: RelativeTimeProps) {
  return (
    <time dateTime={new Date(at).toISOString()} className={className} suppressHydrationWarning>
      <span aria-hidden="true" suppressHydrationWarning>
        {say(formatTimeAgo(at))}
      </span>
      <span className="sr-only" suppressHydrationWarning>
        {say(formatSpokenTimeAgo(at))}
      </span>
    </time>
  )
}
