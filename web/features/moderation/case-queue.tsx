import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import type { CaseSummary } from '#contract/moderation/moderation-cases.ts'
import type { ReportFlood } from '#contract/moderation/report-floods.ts'
import { useAuth } from '#web/features/auth/auth-context.ts'
import { pagePaths } from '#web/paths.ts'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { Badge } from '#web/ui/controls/badge.tsx'
import { LiveBadge } from '#web/ui/controls/live-badge.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chip } from '#web/ui/controls/chip.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'
import { ReportFloodList } from './report-flood-list.tsx'
import { ModerationShortcuts } from './moderation-shortcuts.tsx'
import { formatReportReasons } from './report-reasons.ts'
import { useCaseQueueShortcuts } from './use-single-key-shortcuts.ts'
import './moderation.css'

interface Props {
  items: CaseSummary[]
  next_cursor: string | null
  floods: ReportFlood[]
  floods_cursor: string | null
  /** True if this is the second or a later page of case groups. */
  isLaterFloods: boolean
  counts: { open: number; overdue: number; mine: number; appeals: number; grouped: number }
  only: 'free' | 'mine' | 'appeals' | undefined
  /** The id of the case group to which the queue is limited, or undefined if the queue lists all cases. */
  flood: string | undefined
  /** True if this is the second or a later page of cases. */
  isLater: boolean
  /** The elements that are shown above the list of cases. */
  children?: ReactNode
}

/**
 * Lists the open cases: cases about broadcasts on air first, then overdue cases, then by priority and age. For each
 * case, the list shows facts that help moderators choose a case, but not the reported content.
 */
export function CaseQueue(props: Props) {
  const { items, next_cursor, floods, counts, only, flood, isLater, children } = props
  const list = useCaseQueueShortcuts()
  const { me } = useAuth()
  return (
    <div className="mod">
      <header className="mod-head">
        <h1 className="text-40">{moderationConsoleMessages.title}</h1>
        <p className="text-quiet">{moderationConsoleMessages.counts(counts)}</p>
        <ModerationShortcuts />
        {me?.role === 'admin' && (
          <Link to={pagePaths.siteMetrics()} className={getButtonClassName({ size: 'small' })}>
            {moderationConsoleMessages.figures}
          </Link>
        )}
      </header>
      {children}
      {!flood && !isLater && (
        <ReportFloodList floods={floods} next={props.floods_cursor} isLater={props.isLaterFloods} />
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of filters is not a form fieldset */}
      <div className="chips" role="group" aria-label={moderationConsoleMessages.filters}>
        <Chip pressed={!only && !flood} count={counts.open} link={<Link to={pagePaths.moderationQueue()} />}>
          {moderationConsoleMessages.all}
        </Chip>
        <Chip pressed={only === 'free'} link={<Link to={pagePaths.moderationQueue('free')} />}>
          {moderationConsoleMessages.free}
        </Chip>
        <Chip
          pressed={only === 'mine'}
          count={counts.mine}
          link={<Link to={pagePaths.moderationQueue('mine')} />}
        >
          {moderationConsoleMessages.mine}
        </Chip>
        <Chip
          pressed={only === 'appeals'}
          count={counts.appeals}
          link={<Link to={pagePaths.moderationQueue('appeals')} />}
        >
          {moderationConsoleMessages.appeals}
        </Chip>
        {flood && (
          <Chip pressed link={<Link to={pagePaths.moderationQueuePage({ flood })} />}>
            {moderationConsoleMessages.floods.one}
          </Chip>
        )}
      </div>
      {items.length > 0 ? (
        <ul ref={list} className="mod-queue">
          {items.map((item) => (
            <CaseQueueItem key={item.id} item={item} />
          ))}
        </ul>
      ) : (
        <EmptyCaseQueue
          filtered={only !== undefined || flood !== undefined || isLater}
          isFlooded={floods.length > 0}
        />
      )}
      {(next_cursor || isLater) && (
        <nav className="flex flex-wrap gap-2" aria-label={moderationConsoleMessages.pages}>
          {isLater && (
            <Link to={pagePaths.moderationQueuePage({ only, flood })} className={getButtonClassName()}>
              {moderationConsoleMessages.newest}
            </Link>
          )}
          {next_cursor && (
            <Link
              to={pagePaths.moderationQueuePage({ only, flood, cursor: next_cursor })}
              className={getButtonClassName()}
            >
              {moderationConsoleMessages.older}
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}

function CaseQueueItem({ item }: { item: CaseSummary }) {
  const name = getCaseTitle(item)
  return (
    <li className="mod-case" data-priority={item.priority} data-overdue={item.overdue ? '' : undefined}>
      <span className="mod-priority" title={moderationConsoleMessages.urgent[item.priority]}>
        {moderationConsoleMessages.priority({ n: item.priority })}
      </span>
      <div className="mod-case-text">
        <Link to={pagePaths.moderationCase(item.id)} className="mod-case-link">
          {name}
        </Link>
        <p className="mod-case-facts">
          {item.on_air && <LiveBadge>{moderationConsoleMessages.onAir}</LiveBadge>}
          {item.overdue && <Badge>{moderationConsoleMessages.overdue}</Badge>}
          {item.appeal && <Badge>{moderationConsoleMessages.secondLook}</Badge>}
          {item.proposes_ban && <Badge>{moderationConsoleMessages.proposesBan}</Badge>}
          {item.reports_count > 0 && (
            <span>{moderationConsoleMessages.reports({ n: item.reports_count })}</span>
          )}
          <RelativeTime at={item.opened_at} formatText={(age) => moderationConsoleMessages.opened({ age })} />
          {item.due_at && !item.overdue && (
            <span>{moderationConsoleMessages.due({ when: formatDateTimeUtc(item.due_at) })}</span>
          )}
          {item.claimed_by && <span>{moderationConsoleMessages.claimedBy(item.claimed_by)}</span>}
        </p>
      </div>
      {!item.claimed_by && (
        <Form method="post">
          <input type="hidden" name="id" value={item.id} />
          <Button
            type="submit"
            size="small"
            aria-label={moderationConsoleMessages.claimOne({ what: name })}
            data-claim=""
          >
            {moderationConsoleMessages.claim}
          </Button>
        </Form>
      )}
    </li>
  )
}

function EmptyCaseQueue({ filtered, isFlooded }: { filtered: boolean; isFlooded: boolean }) {
  if (!filtered && isFlooded) return <p className="mod-note">{moderationConsoleMessages.floods.only}</p>
  if (!filtered)
    return (
      <EmptyState title={moderationConsoleMessages.none.title} drawing="bell">
        {moderationConsoleMessages.none.text}
      </EmptyState>
    )
  return (
    <EmptyState
      title={moderationConsoleMessages.noneHere.title}
      drawing="lens"
      action={
        <Link to={pagePaths.moderationQueue()} className={getButtonClassName({})}>
          {moderationConsoleMessages.noneHere.action}
        </Link>
      }
    >
      {moderationConsoleMessages.noneHere.text}
    </EmptyState>
  )
}

/** Describes in one line what a case is about and why it was opened. */
function getCaseTitle(item: CaseSummary): string {
  const reason = describeCaseReason(item)
  return reason === moderationConsoleMessages.heldByItself
    ? moderationConsoleMessages.autoHeld[item.subject]
    : `${moderationConsoleMessages.subject[item.subject]}: ${reason}`
}

/** Returns the reason why a case was opened: the reasons given in the reports, or another cause. */
export function describeCaseReason({
  reasons,
  appeal,
  due_at: dueAt,
  proposes_ban: ban,
}: CaseSummary): string {
  if (reasons.length > 0) return formatReportReasons(reasons)
  if (appeal) return moderationConsoleMessages.secondLook
  if (dueAt) return moderationConsoleMessages.noticed
  return ban ? moderationConsoleMessages.proposesBan : moderationConsoleMessages.heldByItself
}
