import { RefreshCw } from 'lucide-react'
import { Link, useRevalidator } from 'react-router'
import {
  replayWebhookDelivery,
  type WebhookDelivery,
  type WebhookDeliveryState,
  webhookDeliveryStates,
  type WebhookEndpoint,
} from '#contract/admin/webhooks.ts'
import { formatNumber } from '#i18n/formats.ts'
import { callApi } from '#web/api/api-client.ts'
import { adminWebhookMessages } from '#web/messages/admin/webhooks.ts'
import { pagePaths } from '#web/paths.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import './webhooks.css'
import { ReplayFailedForm } from './replay-failed-form.tsx'
import { useWebhookAction } from './use-webhook-action.ts'

interface Props {
  webhook: WebhookEndpoint
  state: WebhookDeliveryState | undefined
  deliveries: { items: WebhookDelivery[]; next_cursor: string | null }
}

/** The deliveries of a webhook, newest first. */
export function DeliveryLog({ webhook, state, deliveries: { items, next_cursor } }: Props) {
  const { revalidate, state: loading } = useRevalidator()
  return (
    <>
      <header className="webhooks-header">
        <div>
          <Link className="link" to={pagePaths.adminWebhooks}>
            {adminWebhookMessages.allWebhooks}
          </Link>
          <h1 className="text-40 wrap-anywhere">
            {adminWebhookMessages.deliveriesOf({ host: new URL(webhook.url).host })}
          </h1>
        </div>
        <Button className="needs-js" busy={loading !== 'idle'} onClick={() => void revalidate()}>
          <RefreshCw aria-hidden="true" /> {adminWebhookMessages.refresh}
        </Button>
      </header>
      <nav aria-label={adminWebhookMessages.state} className="flex flex-wrap gap-2">
        {[undefined, ...webhookDeliveryStates].map((choice) => (
          <Link
            key={choice ?? 'all'}
            className="chip"
            aria-current={choice === state ? 'page' : undefined}
            to={pagePaths.adminWebhook(webhook.id, choice && { state: choice })}
          >
            {choice ? adminWebhookMessages.states[choice] : adminWebhookMessages.allStates}
          </Link>
        ))}
      </nav>
      {webhook.is_enabled && <ReplayFailedForm webhookId={webhook.id} />}
      {items.length === 0 ? (
        <EmptyState
          title={state ? adminWebhookMessages.noDeliveriesInState : adminWebhookMessages.noDeliveries}
        >
          {!state && adminWebhookMessages.noDeliveriesText}
        </EmptyState>
      ) : (
        <ul className="webhook-deliveries">
          {items.map((delivery) => (
            <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
          ))}
        </ul>
      )}
      {next_cursor && (
        <Link
          className={getButtonClassName()}
          to={pagePaths.adminWebhook(webhook.id, { ...(state && { state }), cursor: next_cursor })}
        >
          {adminWebhookMessages.older}
        </Link>
      )}
    </>
  )
}

function DeliveryRow({ webhook, delivery }: { webhook: WebhookEndpoint; delivery: WebhookDelivery }) {
  const { busy, run } = useWebhookAction()
  const { id, event_type, state, attempts, created_at, response_body } = delivery
  const replay = () =>
    run(async () => {
      await callApi(replayWebhookDelivery, { params: { id: webhook.id, delivery_id: id } })
      showToast.success(adminWebhookMessages.replayed)
    })
  return (
    <li className="admin-box">
      <div className="webhook-facts">
        <Badge>{adminWebhookMessages.states[state]}</Badge>
        <code dir="ltr">{event_type}</code>
        <RelativeTime at={created_at} className="text-quiet" />
      </div>
      <p className="webhook-facts">
        <span>{adminWebhookMessages.attempts({ count: attempts })}</span>
        <span className="text-quiet">{describeResult(delivery)}</span>
      </p>
      {response_body && (
        <details>
          <summary>{adminWebhookMessages.showResponse}</summary>
          <pre className="webhook-response" dir="ltr">
            {response_body}
          </pre>
        </details>
      )}
      {webhook.is_enabled && state !== 'waiting' && (
        <div className="needs-js">
          <Button size="small" busy={busy} onClick={() => void replay()}>
            {adminWebhookMessages.replay}
          </Button>
        </div>
      )}
    </li>
  )
}

function describeResult({ state, error, response_status, response_ms }: WebhookDelivery): string {
  if (state === 'skipped') return adminWebhookMessages.skippedText
  if (error) return adminWebhookMessages.errors[error]
  if (response_status === null) return ''
  return adminWebhookMessages.response({ status: response_status, ms: formatNumber(response_ms ?? 0) })
}
