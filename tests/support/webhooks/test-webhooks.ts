import { sql } from 'kysely'
import { createWebhook, listWebhookDeliveries, type webhookEventTypes } from '#contract/admin/webhooks.ts'
import { db } from '#server/platform/db/db.ts'
import { createWebhookDeliveries } from '#server/webhooks/create-deliveries.ts'
import { startWebhookDispatcher } from '#server/webhooks/dispatcher.ts'
import { waitUntil } from '../async/wait-until.ts'
import type { TestUser } from '../app/test-app.ts'

/** Failed attempts are repeated after milliseconds instead of hours. */
export const fastRetries = { maxAttempts: 4, firstDelayMs: 5, longestDelayMs: 50 }

export async function addWebhook(
  admin: TestUser,
  url: string,
  event_types: (typeof webhookEventTypes)[number][] = ['comment.created'],
) {
  const { webhook, secret } = await admin.call(createWebhook, { body: { url, event_types } })
  return { id: webhook.id, secret }
}

/** Runs the queued jobs that create deliveries, as a worker would. Returns the events. */
export async function createQueuedDeliveries(): Promise<{ type: string; subjectId: string }[]> {
  const { rows } = await sql<{ data: Parameters<typeof createWebhookDeliveries>[0] }>`delete from pgboss.job
    where name = 'webhook-event' returning data`.execute(db)
  for (const { data } of rows) await createWebhookDeliveries(data)
  return rows.map(({ data }) => data)
}

/** Sends all waiting deliveries and their retries, and returns when none is waiting. */
export async function sendWaitingDeliveries(
  options: Parameters<typeof startWebhookDispatcher>[0] = {},
): Promise<void> {
  const stop = startWebhookDispatcher({ schedule: fastRetries, pollMs: 20, ...options })
  try {
    await waitUntil(async () => (await countWaiting()) === 0)
  } finally {
    await stop()
  }
}

export async function countWaiting(): Promise<number> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'endpoint_id')
    .select('webhook_deliveries.id')
    .where('state', '=', 'waiting')
    .where('is_enabled', '=', true)
    .execute()
  return rows.length
}

export async function fetchDeliveryLog(admin: TestUser, id: string) {
  return (await admin.call(listWebhookDeliveries, { params: { id }, query: {} })).items
}
