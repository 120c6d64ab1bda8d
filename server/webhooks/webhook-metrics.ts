import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { createCounter } from '#server/platform/metrics/registry.ts'
import { createSiteGauge } from '#server/platform/metrics/site-gauge.ts'

const attempts = createCounter(
  'afterbell_webhook_attempts_total',
  'Attempts to deliver an event to a webhook, by outcome',
  ['outcome'],
)

export function countWebhookAttempt(outcome: 'delivered' | 'failed' | 'skipped'): void {
  attempts.inc({ outcome })
}

createSiteGauge(
  'afterbell_webhook_delay_seconds',
  'Seconds for which the oldest due webhook delivery has waited, or 0',
  async () => (await delayQuery.execute(db)).rows[0]!.seconds,
)

const delayQuery = sql<{ seconds: number }>`select greatest(0, coalesce(extract(epoch
    from clock_timestamp() - min(next_attempt_at)), 0))::float8 as seconds
  from webhook_deliveries where state = 'waiting'`

createSiteGauge(
  'afterbell_webhooks_disabled',
  'Webhooks that the site has disabled because they failed',
  async () => (await disabledQuery.execute(db)).rows[0]!.count,
)

const disabledQuery = sql<{ count: number }>`select count(*)::int as count
  from webhook_endpoints where disabled_because is not null`
