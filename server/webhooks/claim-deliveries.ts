import { sql } from 'kysely'
import type { WebhookEventType } from '#contract/admin/webhooks.ts'
import { db } from '#server/platform/db/db.ts'

/**
 * While a worker sends an event, no other worker sends it. If the worker dies, another worker sends it after the lease
 * has ended. The lease is longer than the timeout of a request.
 */
const leaseSeconds = 60

/** A delivery that this process has claimed. `attempts` includes the claimed attempt. */
export interface ClaimedDelivery {
  id: string
  attempts: number
  endpoint_id: string
  event_id: string
  url: string
  secret: string
  previous_secret: string | null
  event_type: WebhookEventType
  subject_id: string
  event_created_at: Date
}

/**
 * Claims deliveries that are due. Each endpoint gets at most `perEndpoint` concurrent requests from this process, so a
 * slow endpoint does not delay the others. `running` contains the current number of requests by endpoint.
 */
export async function claimDueDeliveries(
  running: ReadonlyMap<string, number>,
  perEndpoint: number,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as materialized (
      select found.id from webhook_endpoints endpoint
      left join unnest(${[...running.keys()]}::uuid[], ${[...running.values()]}::int[]) as busy (endpoint_id, requests)
        on busy.endpoint_id = endpoint.id
      cross join lateral (
        select id from webhook_deliveries
        where endpoint_id = endpoint.id and state = 'waiting' and next_attempt_at <= clock_timestamp()
        order by next_attempt_at limit greatest(0, ${perEndpoint}::int - coalesce(busy.requests, 0))
        for update skip locked) as found
      where endpoint.is_enabled)
    update webhook_deliveries delivery
    set attempts = attempts + 1, attempted_at = clock_timestamp(),
      next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from due, webhook_endpoints endpoint, webhook_events event
    where delivery.id = due.id and endpoint.id = delivery.endpoint_id and event.id = delivery.event_id
    returning delivery.id, delivery.attempts, delivery.endpoint_id, delivery.event_id, endpoint.url, endpoint.secret,
      case when endpoint.previous_secret_expires_at > now() then endpoint.previous_secret end as previous_secret,
      event.type as event_type, event.subject_id, event.created_at as event_created_at`.execute(db)
  return rows
}
