import { sql } from 'kysely'
import type {
  listWebhookDeliveries,
  WebhookDelivery,
  WebhookDeliveryError,
} from '#contract/admin/webhooks.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import { wakeWebhookDispatcher } from './dispatcher.ts'
import { audit, loadWebhookEndpoint, lockEndpoint, type WebhookActor } from './endpoints.ts'

const { rowCursor, before } = createKeyset('webhook_deliveries')

/** Lists the deliveries of an endpoint, newest first. */
export async function listDeliveries(
  endpointId: string,
  { state, cursor, limit }: ParsedInputOf<typeof listWebhookDeliveries>['query'],
): Promise<ResponseOf<typeof listWebhookDeliveries>> {
  await loadWebhookEndpoint(endpointId)
  const rows = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_events', 'webhook_events.id', 'webhook_deliveries.event_id')
    .selectAll('webhook_deliveries')
    .select(['webhook_events.type as event_type', rowCursor.as('place')])
    .where('endpoint_id', '=', endpointId)
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .where(before(cursor))
    .orderBy('webhook_deliveries.created_at', 'desc')
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(toFetchLimitSql(limit))
    .execute()
  const { items, next_cursor } = paginateRows(rows, limit)
  return { items: items.map(presentDelivery), next_cursor }
}

function presentDelivery(
  row: Omit<WebhookDelivery, 'next_attempt_at' | 'attempted_at' | 'created_at' | 'error'> & {
    next_attempt_at: Date
    attempted_at: Date | null
    created_at: Date
    error: string | null
  },
): WebhookDelivery {
  const { id, event_id, event_type, state, attempts, response_ms, response_status, response_body } = row
  return {
    id,
    event_id,
    event_type,
    state,
    attempts,
    response_ms,
    response_status,
    response_body,
    error: row.error as WebhookDeliveryError | null,
    next_attempt_at: state === 'waiting' ? row.next_attempt_at.toISOString() : null,
    attempted_at: row.attempted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** Creates a test event for one endpoint. */
export async function sendTestEvent(
  actor: WebhookActor,
  endpointId: string,
): Promise<{ delivery_id: string }> {
  const delivery = await transaction(async (tx) => {
    await requireEnabledEndpoint(tx, endpointId)
    const event = await tx
      .insertInto('webhook_events')
      .values({ type: 'webhook.test', subject_id: endpointId, user_id: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(tx, 'test_webhook', actor, endpointId)
    return tx
      .insertInto('webhook_deliveries')
      .values({ event_id: event.id, endpoint_id: endpointId })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  wakeWebhookDispatcher()
  return { delivery_id: delivery.id }
}

/** Sends one event again, whether it was delivered or not. The retries start from the beginning. */
export async function replayDelivery(
  actor: WebhookActor,
  endpointId: string,
  id: string,
): Promise<undefined> {
  await transaction(async (tx) => {
    await requireEnabledEndpoint(tx, endpointId)
    const count = await restart(tx, endpointId, sql<boolean>`id = ${id}`)
    if (count === 0) throw new ApiError('not_found')
    await audit(tx, 'replay_webhook', actor, endpointId, { deliveries: count })
  })
  wakeWebhookDispatcher()
}

/** Sends all events again that failed since a time. Returns their number. */
export async function replayFailedDeliveries(
  actor: WebhookActor,
  endpointId: string,
  since: Date,
): Promise<{ deliveries: number }> {
  const deliveries = await transaction(async (tx) => {
    await requireEnabledEndpoint(tx, endpointId)
    const count = await restart(tx, endpointId, sql<boolean>`state = 'failed' and created_at >= ${since}`)
    await audit(tx, 'replay_webhook', actor, endpointId, { deliveries: count })
    return count
  })
  wakeWebhookDispatcher()
  return { deliveries }
}

async function restart(
  tx: Tx,
  endpointId: string,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, next_attempt_at: sql<Date>`now()`, ended_at: null, error: null })
    .where('endpoint_id', '=', endpointId)
    .where(condition)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

async function requireEnabledEndpoint(tx: Tx, id: string): Promise<void> {
  if (!(await lockEndpoint(tx, id)).is_enabled) throw new ApiError('webhook_disabled')
}
