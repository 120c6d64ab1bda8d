import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { defineJob, enqueueJobs } from '#server/platform/queue/queue.ts'

/** A notification that is pushed to one browser. */
export interface PushDelivery {
  notificationId: string
  subscriptionId: string
}

/**
 * This job pushes a notification to one browser. After a failed attempt, the handler enqueues another job
 * itself, so that a failure does not delay the other deliveries of its batch. The queue retries the job only
 * if the worker died.
 */
export const pushJob = defineJob<PushDelivery>('push-notification', {
  retryLimit: 5,
  // Finished push jobs do not need to be kept for the default of one day.
  deleteAfterSeconds: 3600,
})

/**
 * Enqueues the push messages of these notifications, for the browsers of people who want push notifications
 * of this kind. A notification that has already been pushed is not pushed again when something is added to
 * it.
 */
export async function enqueuePushDeliveries(tx: Tx, notificationIds: string[]): Promise<void> {
  if (notificationIds.length === 0) return
  const { rows } = await sql<PushDelivery>`
    insert into push_deliveries (notification_id, subscription_id)
    select notifications.id, push_subscriptions.id from notifications
    join push_opt_ins on push_opt_ins.user_id = notifications.user_id and push_opt_ins.kind = notifications.kind
    join push_subscriptions on push_subscriptions.user_id = notifications.user_id
    where notifications.id = any(${notificationIds}::uuid[])
    order by push_subscriptions.id
    on conflict do nothing
    returning notification_id as "notificationId", subscription_id as "subscriptionId"`.execute(tx)
  if (rows.length > 0) await enqueueJobs(tx, pushJob, rows)
}
