import { sql } from 'kysely'
import { type WebhookDeliveryError, webhookLimits } from '#contract/admin/webhooks.ts'
import { db } from '#server/platform/db/db.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { disableEndpoint } from './disable-endpoint.ts'
import { computeRetryDelay, type RetrySchedule } from './retry-schedule.ts'

/** The result of an attempt: the response, or the reason why there is none. */
export interface WebhookAttempt {
  status: number | null
  body: string | null
  error: WebhookDeliveryError | null
  /** The delay in seconds that the receiver asks for. */
  retryAfter: number | null
  ms: number
}

export async function recordDelivered(delivery: ClaimedDelivery, attempt: WebhookAttempt): Promise<void> {
  await updateClaimed(delivery)
    .set({ ...toColumns(attempt), state: 'delivered', ended_at: new Date() })
    .execute()
  await db
    .updateTable('webhook_endpoints')
    .set({ failing_since: null })
    .where('id', '=', delivery.endpoint_id)
    .where('failing_since', 'is not', null)
    .execute()
}

/** The subject is not visible any more. */
export async function recordSkipped(delivery: ClaimedDelivery): Promise<void> {
  await updateClaimed(delivery)
    .set((row) => ({ state: 'skipped', ended_at: new Date(), attempts: row('attempts', '-', 1) }))
    .execute()
}

/** Schedules the next attempt, or ends the delivery after the last one. */
export async function recordFailedAttempt(
  delivery: ClaimedDelivery,
  attempt: WebhookAttempt,
  schedule: RetrySchedule,
): Promise<void> {
  const isLast = delivery.attempts >= schedule.maxAttempts
  const delay = computeRetryDelay(schedule, delivery.attempts, attempt.retryAfter)
  await updateClaimed(delivery)
    .set({
      ...toColumns(attempt),
      ...(isLast
        ? { state: 'failed' as const, ended_at: new Date() }
        : { next_attempt_at: new Date(Date.now() + delay) }),
    })
    .execute()
  if (attempt.status === 410) return disableEndpoint(delivery.endpoint_id, 'gone')
  if (await hasFailedForDays(delivery.endpoint_id)) await disableEndpoint(delivery.endpoint_id, 'failing')
}

async function hasFailedForDays(endpointId: string): Promise<boolean> {
  await db
    .updateTable('webhook_endpoints')
    .set({ failing_since: new Date() })
    .where('id', '=', endpointId)
    .where('failing_since', 'is', null)
    .execute()
  const { rows } = await sql`select from webhook_endpoints where id = ${endpointId}
    and failing_since < now() - make_interval(days => ${webhookLimits.failingDays})`.execute(db)
  return rows.length > 0
}

/**
 * Updates the delivery unless its lease has ended and another worker has claimed it, or an admin has disabled the
 * endpoint.
 */
function updateClaimed({ id, attempts }: ClaimedDelivery) {
  return db
    .updateTable('webhook_deliveries')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
}

function toColumns({ status, body, error, ms }: WebhookAttempt) {
  return { response_status: status, response_body: body, error, response_ms: ms }
}
