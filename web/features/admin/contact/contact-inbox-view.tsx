import { Link } from 'react-router'
import type { ContactMessageSummary } from '#contract/contact/contact-inbox.ts'
import { adminContactMessages } from '#web/messages/admin/contact.ts'
import { pagePaths } from '#web/paths.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Chip } from '#web/ui/controls/chip.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { AdminPageLinks } from '../admin-page-links.tsx'

interface ContactInboxViewProps {
  items: ContactMessageSummary[]
  next_cursor: string | null
  counts: { open: number; mine: number; safety: number }
  state: 'open' | 'closed'
  only: 'mine' | 'safety' | undefined
  isLater: boolean
}

export function ContactInboxView(props: ContactInboxViewProps) {
  const { items, next_cursor, counts, state, only, isLater } = props
  const query = { state: state === 'closed' ? state : undefined, only }
  const filters = [
    { label: adminContactMessages.open, count: counts.open, query: {} },
    { label: adminContactMessages.mine, count: counts.mine, query: { only: 'mine' } },
    { label: adminContactMessages.safety, count: counts.safety, query: { only: 'safety' } },
    { label: adminContactMessages.closed, count: undefined, query: { state: 'closed' } },
  ]
  const current = pagePaths.adminContact(query)
  return (
    <>
      <header>
        <h1 className="text-40">{adminContactMessages.title}</h1>
        <p className="text-quiet">{adminContactMessages.lead}</p>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of filters is not a form fieldset */}
      <div className="chips" role="group" aria-label={adminContactMessages.filters}>
        {filters.map((filter) => {
          const path = pagePaths.adminContact(filter.query)
          return (
            <Chip
              key={filter.label}
              pressed={path === current}
              {...(filter.count !== undefined && { count: filter.count })}
              link={<Link to={path} />}
            >
              {filter.label}
            </Chip>
          )
        })}
      </div>
      {items.length > 0 ? (
        <ul className="admin-cards">
          {items.map((item) => (
            <ContactMessageItem key={item.id} item={item} />
          ))}
        </ul>
      ) : (
        <EmptyInbox isFiltered={isLater || only !== undefined || state === 'closed'} />
      )}
      <AdminPageLinks
        messages={adminContactMessages}
        newestPath={isLater ? current : null}
        olderPath={next_cursor && pagePaths.adminContact({ ...query, cursor: next_cursor })}
      />
    </>
  )
}

function ContactMessageItem({ item }: { item: ContactMessageSummary }) {
  const { from, received, assignedTo, answers, states } = adminContactMessages
  return (
    <li className="admin-card">
      <Link to={pagePaths.adminContactMessage(item.id)} className="admin-card-title link">
        {item.subject}
      </Link>
      <p className="admin-facts">
        <ContactTopicBadge topic={item.topic} />
        <span>
          <bdi>{from({ name: item.name })}</bdi>
        </span>
        <RelativeTime at={item.created_at} formatText={(age) => received({ age })} />
        {item.state !== 'assigned' && <span>{states[item.state]}</span>}
        {item.assignee && <span>{assignedTo(item.assignee)}</span>}
        {item.replies_count > 0 && <span>{answers({ n: item.replies_count })}</span>}
      </p>
    </li>
  )
}

/** Marks a message that was sent from the Safety Center. */
export function ContactTopicBadge({ topic }: Pick<ContactMessageSummary, 'topic'>) {
  const label = adminContactMessages.topics[topic as keyof typeof adminContactMessages.topics]
  return label ? <Badge>{label}</Badge> : null
}

function EmptyInbox({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <EmptyState title={adminContactMessages.none.title} drawing="bell">
        {adminContactMessages.none.text}
      </EmptyState>
    )
  const { title, text, action } = adminContactMessages.noneHere
  return (
    <EmptyState
      title={title}
      drawing="lens"
      action={
        <Link to={pagePaths.adminContact()} className={getButtonClassName()}>
          {action}
        </Link>
      }
    >
      {text}
    </EmptyState>
  )
}
