import { Star } from 'lucide-react'
import { Form, Link } from 'react-router'
import type { ConsoleItem } from '#contract/admin/content.ts'
import { contentTypeLabel } from '#contract/content/content-types.ts'
import { adminContentMessages } from '#web/messages/admin/content.ts'
import { pagePaths } from '#web/paths.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { ConfirmedSubmitButton } from '../confirmed-submit-button.tsx'

export function ContentList({ items }: { items: ConsoleItem[] }) {
  return (
    <ul className="admin-cards">
      {items.map((item) => (
        <ContentListItem key={item.id} item={item} />
      ))}
    </ul>
  )
}

function ContentListItem({ item }: { item: ConsoleItem }) {
  const { moderationStates, streamStates, visibilities } = adminContentMessages
  return (
    <li className="admin-card">
      <div className="flex flex-col gap-1">
        {item.title === null ? (
          <p className="admin-card-title" data-hidden="">
            {adminContentMessages.hiddenTitle}
          </p>
        ) : (
          <Link to={pagePaths.watch(item.id)} className="admin-card-title link" dir="auto">
            {item.title}
          </Link>
        )}
        <p className="admin-facts">
          {item.creator ? (
            <Link to={pagePaths.adminContent({ q: `@${item.creator.username}` })} className="link">
              @{item.creator.username}
            </Link>
          ) : (
            <span>{adminContentMessages.noCreator}</span>
          )}
          <RelativeTime at={item.created_at} formatText={(age) => adminContentMessages.created({ age })} />
          <code lang="en">{item.id}</code>
        </p>
      </div>
      <p className="admin-facts">
        <Badge type={item.content_type}>{contentTypeLabel(item.content_type)}</Badge>
        {item.is_featured && (
          <Badge>
            <Star aria-hidden="true" size={14} /> {adminContentMessages.featured}
          </Badge>
        )}
        <span>{moderationStates[item.moderation]}</span>
        <span>{streamStates[item.stream_status]}</span>
        <span>{visibilities[item.visibility]}</span>
      </p>
      {item.processing_error && <p className="text-15">{item.processing_error}</p>}
      <ContentActions item={item} />
    </li>
  )
}

function ContentActions({ item }: { item: ConsoleItem }) {
  const title = item.title ?? item.id
  const label = (action: string) => adminContentMessages.actionOn({ action, title })
  const { reprocessing } = item
  const canReprocess = reprocessing === 'possible'
  const featureLabel = item.is_featured ? adminContentMessages.unfeature : adminContentMessages.feature
  return (
    <Form method="post" className="admin-actions" preventScrollReset>
      <input type="hidden" name="id" value={item.id} />
      {item.can_be_featured && (
        <Button
          type="submit"
          size="small"
          name="intent"
          value={item.is_featured ? 'unfeature' : 'feature'}
          aria-label={label(featureLabel)}
        >
          {featureLabel}
        </Button>
      )}
      {canReprocess ? (
        <ConfirmedSubmitButton
          size="small"
          name="intent"
          value="reprocess"
          aria-label={label(adminContentMessages.reprocess)}
          dialog={{
            title: adminContentMessages.reprocessTitle,
            text: adminContentMessages.reprocessing.possible,
            confirmLabel: adminContentMessages.reprocess,
          }}
        >
          {adminContentMessages.reprocess}
        </ConfirmedSubmitButton>
      ) : (
        <Button
          size="small"
          disabledReason={adminContentMessages.reprocessing[reprocessing]}
          aria-label={label(adminContentMessages.reprocess)}
        >
          {adminContentMessages.reprocess}
        </Button>
      )}
      {item.open_case_id ? (
        <Link
          to={pagePaths.moderationCase(item.open_case_id)}
          className={getButtonClassName({ size: 'small' })}
          aria-label={label(adminContentMessages.goToCase)}
        >
          {adminContentMessages.goToCase}
        </Link>
      ) : (
        <Button
          type="submit"
          size="small"
          name="intent"
          value="case"
          aria-label={label(adminContentMessages.openCase)}
        >
          {adminContentMessages.openCase}
        </Button>
      )}
    </Form>
  )
}
