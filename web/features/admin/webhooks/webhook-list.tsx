import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { WebhookEndpoint } from '#contract/admin/webhooks.ts'
import { adminWebhookMessages } from '#web/messages/admin/webhooks.ts'
import { pagePaths } from '#web/paths.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import './webhooks.css'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookFormDialog } from './webhook-form-dialog.tsx'
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx'

/** Lists the webhooks of the site. */
export function WebhookList({ webhooks }: { webhooks: WebhookEndpoint[] }) {
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const add = (
    <Button variant="primary" className="needs-js" onClick={() => setIsAdding(true)}>
      <Plus aria-hidden="true" /> {adminWebhookMessages.add}
    </Button>
  )
  return (
    <>
      <header className="webhooks-header">
        <div>
          <h1 className="text-40">{adminWebhookMessages.title}</h1>
          <p className="text-quiet">{adminWebhookMessages.description}</p>
        </div>
        {webhooks.length > 0 && add}
      </header>
      {webhooks.length === 0 && (
        <EmptyState title={adminWebhookMessages.none} action={add}>
          {adminWebhookMessages.noneText}
        </EmptyState>
      )}
      {webhooks.map((webhook) => (
        <WebhookBox key={webhook.id} webhook={webhook} />
      ))}
      {isAdding && <WebhookFormDialog onClose={() => setIsAdding(false)} onCreated={setSecret} />}
      {secret && <WebhookSecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  )
}

function WebhookBox({ webhook }: { webhook: WebhookEndpoint }) {
  const { id, url, description, event_types, waiting } = webhook
  return (
    <section className="admin-box" aria-labelledby={`webhook-${id}`}>
      <div className="webhook-facts">
        <Badge>{webhook.is_enabled ? adminWebhookMessages.on : adminWebhookMessages.off}</Badge>
        {waiting > 0 && (
          <span className="text-quiet">{adminWebhookMessages.waiting({ count: waiting })}</span>
        )}
      </div>
      <h2 id={`webhook-${id}`} className="webhook-url text-18" dir="ltr">
        {url}
      </h2>
      {description && <p className="text-quiet">{description}</p>}
      <WebhookProblem webhook={webhook} />
      <ul className="webhook-events" aria-label={adminWebhookMessages.events}>
        {event_types.map((type) => (
          <li key={type}>
            <code dir="ltr">{type}</code>
          </li>
        ))}
      </ul>
      <Link className="link" to={pagePaths.adminWebhook(id)}>
        {adminWebhookMessages.deliveries}
      </Link>
      <WebhookActions webhook={webhook} />
    </section>
  )
}

function WebhookProblem({ webhook: { disabled_because, failing_since } }: { webhook: WebhookEndpoint }) {
  if (disabled_because)
    return <p className="text-bad-ink">{adminWebhookMessages.disabledBecause[disabled_because]}</p>
  if (!failing_since) return null
  return (
    <p className="text-bad-ink">
      {adminWebhookMessages.failing({ since: formatDateTimeUtc(failing_since) })}
    </p>
  )
}
