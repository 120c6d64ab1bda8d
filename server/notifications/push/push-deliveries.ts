import { sql } from 'kysely'
import { db, transaction } from '#server/platform/db/db.ts'
import { enqueueJobs } from '#server/platform/queue/queue.ts'
import { type PushDelivery, pushJob } from './push-job.ts'

/**
 * While a worker sends a message, no other worker sends it. If the worker dies, another worker sends the
 * message after the lease has ended.
 */
const leaseSeconds = 30

/** The server gives up on a push message after this many hours. */
const maxAgeHours = 24

export interface PushDeliveryLease {
  attempts: number
  isExpired: boolean
}

/**
 * Reserves a delivery for this worker. Returns null if the delivery has ended or does not exist any more. If
 * another worker has reserved the delivery, a new job checks the delivery again later, in case that worker
 * has died.
 */
export function leasePushDelivery(delivery: PushDelivery): Promise<PushDeliveryLease | null> {
  return transaction(async (tx) => {
    const row = await tx
      .selectFrom('push_deliveries')
      .select(['attempts', 'leased_until'])
      .select(sql<boolean>`leased_until > now()`.as('is_leased'))
      .select(sql<boolean>`created_at < now() - make_interval(hours => ${maxAgeHours})`.as('is_expired'))
      .where(matches(delivery))
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return null
    if (row.is_leased) {
      await enqueueJobs(tx, pushJob, [delivery], { startAfter: row.leased_until! })
      return null
    }
    await tx
      .updateTable('push_deliveries')
      .set({
        attempts: row.attempts + 1,
        leased_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
      })
      .where(matches(delivery))
      .execute()
    return { attempts: row.attempts + 1, isExpired: row.is_expired }
  })
}

function matches({ notificationId, subscriptionId }: PushDelivery) {
  return sql<boolean>`notification_id = ${notificationId} and subscription_id = ${subscriptionId}`
}

export async function endPushDelivery(delivery: PushDelivery): Promise<void> {
  await db
    .updateTable('push_deliveries')
    .set({ ended_at: new Date(), leased_until: null })
    .where(matches(delivery))
    .execute()
}

/** Sends the message later. Waiting for the end of quiet hours does not count as an attempt. */
export function postponePushDelivery(
  delivery: PushDelivery,
  startAfter: Date,
  isAttempt = false,
): Promise<void> {
  return transaction(async (tx) => {
    await tx
      .updateTable('push_deliveries')
      .set((row) => ({ leased_until: null, ...(!isAttempt && { attempts: row('attempts', '-', 1) }) }))
      .where(matches(delivery))
      .execute()
    await enqueueJobs(tx, pushJob, [delivery], { startAfter })
  })
}
