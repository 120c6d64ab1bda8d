import { Link } from 'react-router'
import type { ReportFlood } from '#contract/moderation/report-floods.ts'
import { pagePaths } from '#web/paths.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'

interface Props {
  floods: ReportFlood[]
  /** The cursor for the next page of case groups. */
  next: string | null
  isLater: boolean
}

/**
 * Lists groups of cases, one group per line. All cases in a group were opened by the same source: one
 * account, one IPv4 address or one IPv6 /48 network. Moderators dismiss a group on the page that lists its
 * reports (distinct-report-list.tsx).
 */
export function ReportFloodList({ floods, next, isLater }: Props) {
  if (floods.length === 0 && !isLater) return null
  return (
    <section className="mod-box" aria-labelledby="floods">
      <h2 id="floods" className="text-21">
        {moderationConsoleMessages.floods.title}
      </h2>
      <p className="text-quiet">{moderationConsoleMessages.floods.text}</p>
      <ul className="mod-queue self-stretch">
        {floods.map((flood) => (
          <ReportFloodItem key={flood.key} flood={flood} />
        ))}
      </ul>
      {(next || isLater) && (
        <nav className="flex flex-wrap gap-2" aria-label={moderationConsoleMessages.floods.pages}>
          {isLater && (
            <Link to={pagePaths.moderationQueue()} className={getButtonClassName({ size: 'small' })}>
              {moderationConsoleMessages.floods.first}
            </Link>
          )}
          {next && (
            <Link
              to={pagePaths.moderationQueuePage({ floods: next })}
              className={getButtonClassName({ size: 'small' })}
            >
              {moderationConsoleMessages.floods.more}
            </Link>
          )}
        </nav>
      )}
    </section>
  )
}

function ReportFloodItem({ flood }: { flood: ReportFlood }) {
  const name = `${moderationConsoleMessages.floods.kind[flood.kind]}, ${moderationConsoleMessages.floods.cases({ n: flood.cases })}`
  return (
    <li className="mod-case" data-priority={flood.priority} data-overdue={flood.overdue ? '' : undefined}>
      <span className="mod-priority" title={moderationConsoleMessages.urgent[flood.priority]}>
        {moderationConsoleMessages.priority({ n: flood.priority })}
      </span>
      <div className="mod-case-text">
        <p className="font-semibold">{name}</p>
        <p className="mod-case-facts">
          {flood.overdue && <Badge>{moderationConsoleMessages.overdue}</Badge>}
          <RelativeTime
            at={flood.opened_at}
            formatText={(age) => moderationConsoleMessages.opened({ age })}
          />
          {flood.due_at && !flood.overdue && (
            <span>{moderationConsoleMessages.due({ when: formatDateTimeUtc(flood.due_at) })}</span>
          )}
        </p>
      </div>
      <Link
        to={pagePaths.moderationQueuePage({ flood: flood.key })}
        className={getButtonClassName({ size: 'small' })}
        aria-label={moderationConsoleMessages.floods.showOf({ what: name })}
      >
        {moderationConsoleMessages.floods.show}
      </Link>
    </li>
  )
}
