import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import type { CaseRow } from '#contract/mod.ts'
import type { Flood } from '#contract/mod-floods.ts'
import { useAuth } from '#web/features/auth-context.ts'
import { paths } from '#web/paths.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { moment } from '#web/ui/moment.ts'
import { words } from '#web/words/mod.ts'
import { Floods } from './floods.tsx'
import { Keys } from './keys.tsx'
import { reasonsOf } from './reasons.ts'
import { useQueueKeys } from './use-keys.ts'
import './mod.css'

interface Props {
  items: CaseRow[]
  next_cursor: string | null
  floods: Flood[]
  floods_cursor: string | null
  /** Not the first page of the groups. */
  isLaterFloods: boolean
  counts: { open: number; overdue: number; mine: number; appeals: number; grouped: number }
  only: 'free' | 'mine' | 'appeals' | undefined
  /** The group whose cases are shown. */
  flood: string | undefined
  /** Not the first page. */
  isLater: boolean
  /** What is said or asked before the list. */
  children?: ReactNode
}

/** What waits: overdue first, then by priority, then the oldest. Enough to choose by, nothing of what it is about. */
export function Queue(props: Props) {
  const { items, next_cursor, floods, counts, only, flood, isLater, children } = props
  const list = useQueueKeys()
  const { me } = useAuth()
  return (
    <div className="mod">
      <header className="mod-head">
        <h1 className="text-40">{words.title}</h1>
        <p className="text-quiet">{words.counts(counts)}</p>
        <Keys />
        {me?.role === 'admin' && (
          <Link to={paths.figures()} className={buttonClass({ size: 'small' })}>
            {words.figures}
          </Link>
        )}
      </header>
      {children}
      {!flood && !isLater && (
        <Floods floods={floods} next={props.floods_cursor} isLater={props.isLaterFloods} />
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- filters are no fieldset of a form */}
      <div className="chips" role="group" aria-label={words.filters}>
        <Chip pressed={!only && !flood} count={counts.open} link={<Link to={paths.mod()} />}>
          {words.all}
        </Chip>
        <Chip pressed={only === 'free'} link={<Link to={paths.mod('free')} />}>
          {words.free}
        </Chip>
        <Chip pressed={only === 'mine'} count={counts.mine} link={<Link to={paths.mod('mine')} />}>
          {words.mine}
        </Chip>
        <Chip pressed={only === 'appeals'} count={counts.appeals} link={<Link to={paths.mod('appeals')} />}>
          {words.appeals}
        </Chip>
        {flood && (
          <Chip pressed link={<Link to={paths.modPage({ flood })} />}>
            {words.floods.one}
          </Chip>
        )}
      </div>
      {items.length > 0 ? (
        <ul ref={list} className="mod-queue">
          {items.map((item) => (
            <Waiting key={item.id} item={item} />
          ))}
        </ul>
      ) : (
        <None filtered={only !== undefined || flood !== undefined || isLater} isFlooded={floods.length > 0} />
      )}
      {(next_cursor || isLater) && (
        <nav className="flex flex-wrap gap-2" aria-label={words.pages}>
          {isLater && (
            <Link to={paths.modPage({ only, flood })} className={buttonClass()}>
              {words.newest}
            </Link>
          )}
          {next_cursor && (
            <Link to={paths.modPage({ only, flood, cursor: next_cursor })} className={buttonClass()}>
              {words.older}
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}

function Waiting({ item }: { item: CaseRow }) {
  const name = nameOf(item)
  return (
    <li className="mod-case" data-priority={item.priority} data-overdue={item.overdue ? '' : undefined}>
      <span className="mod-priority" title={words.urgent[item.priority]}>
        {words.priority(item.priority)}
      </span>
      <div className="mod-case-text">
        <Link to={paths.modCase(item.id)} className="mod-case-link">
          {name}
        </Link>
        <p className="mod-case-facts">
          {item.overdue && <Badge>{words.overdue}</Badge>}
          {item.appeal && <Badge>{words.secondLook}</Badge>}
          {item.proposes_ban && <Badge>{words.proposesBan}</Badge>}
          {item.reports_count > 0 && <span>{words.reports(item.reports_count)}</span>}
          <RelativeTime at={item.opened_at} say={words.opened} />
          {item.due_at && !item.overdue && <span>{words.due(moment(item.due_at))}</span>}
          {item.claimed_by && <span>{words.claimedBy(item.claimed_by)}</span>}
        </p>
      </div>
      {!item.claimed_by && (
        <Form method="post">
          <input type="hidden" name="id" value={item.id} />
          <Button type="submit" size="small" aria-label={words.claimOne(name)} data-claim="">
            {words.claim}
          </Button>
        </Form>
      )}
    </li>
  )
}

function None({ filtered, isFlooded }: { filtered: boolean; isFlooded: boolean }) {
  if (!filtered && isFlooded) return <p className="mod-note">{words.floods.only}</p>
  if (!filtered)
    return (
      <EmptyState title={words.none.title} drawing="bell">
        {words.none.text}
      </EmptyState>
    )
  return (
    <EmptyState
      title={words.noneHere.title}
      drawing="lens"
      action={
        <Link to={paths.mod()} className={buttonClass({})}>
          {words.noneHere.action}
        </Link>
      }
    >
      {words.noneHere.text}
    </EmptyState>
  )
}

/** In one line what it is and why it is here. */
function nameOf(item: CaseRow): string {
  const why = whyHere(item)
  return why === words.heldByItself ? words.autoHeld[item.subject] : `${words.subject[item.subject]}: ${why}`
}

/** Why there is a case: what people reported, or what else has opened it. */
export function whyHere({ reasons, appeal, due_at: dueAt, proposes_ban: ban }: CaseRow): string {
  if (reasons.length > 0) return reasonsOf(reasons)
  if (appeal) return words.secondLook
  if (dueAt) return words.noticed
  return ban ? words.proposesBan : words.heldByItself
}
