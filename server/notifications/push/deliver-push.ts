import { isLocale, sourceLocale } from '#i18n/locales.ts'
import { runInLocale } from '#i18n/run-in-locale.ts'
import { loadViewerBySessionId } from '#server/auth/load-viewer.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { createCounter } from '#server/platform/metrics/registry.ts'
import { loadQuietHoursEnd } from '#server/wellbeing/user-quiet-hours.ts'
import { isNotificationKindDisabled } from '../notification-preferences.ts'
import { endPushDelivery, leasePushDelivery, postponePushDelivery } from './push-deliveries.ts'
import type { PushDelivery } from './push-job.ts'
import { loadPushMessage, type PushMessage } from './push-message.ts'
import { sendPushMessage, type PushResult, type PushTarget } from './push-request.ts'
import { loadVapidKeys } from './vapid-keys.ts'

/** The values of the label are `skipped` and the outcomes of `sendPushMessage`. */
const messages = createCounter(
  'afterbell_push_messages_total',
  'Attempts to push a notification to a browser, by outcome',
  ['outcome'],
)

/** The server gives up after this many attempts, or after `maxAgeHours`. */
const maxAttempts = 8
/** The delay after the first failed attempt, and the longest delay that a push service can ask for. */
const firstRetrySeconds = 30
const longestRetrySeconds = 6 * 3600

/** Pushes these notifications. A delivery that fails does not affect the others. */
export async function deliverPushMessages(deliveries: PushDelivery[]): Promise<void> {
  const results = await Promise.allSettled(deliveries.map(deliverPushMessage))
  // The queue retries the batch and then skips deliveries that have ended.
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

async function deliverPushMessage(delivery: PushDelivery): Promise<void> {
  const lease = await leasePushDelivery(delivery)
  if (!lease) return
  const prepared = await prepareMessage(delivery, lease.isExpired)
  if (prepared === 'end') {
    messages.inc({ outcome: 'skipped' })
    return endPushDelivery(delivery)
  }
  if (prepared instanceof Date) return postponePushDelivery(delivery, prepared)
  const result = await sendPushMessage(prepared.target, prepared.message, await loadVapidKeys())
  messages.inc({ outcome: result.outcome })
  await recordResult(delivery, result, lease.attempts)
}

/**
 * Loads the message to send. During the recipient's quiet hours, returns the time of the next attempt.
 * Returns `end` if the message must not be sent: the session has ended, the notification was read or is not
 * visible any more, or the recipient has turned off this kind of push notification.
 */
async function prepareMessage(
  { notificationId, subscriptionId }: PushDelivery,
  isExpired: boolean,
): Promise<{ target: PushTarget; message: PushMessage } | Date | 'end'> {
  const target = await db
    .selectFrom('push_subscriptions')
    .select(['session_id', 'endpoint', 'p256dh', 'auth'])
    .where('id', '=', subscriptionId)
    .executeTakeFirst()
  const viewer = target ? await loadViewerBySessionId(target.session_id) : null
  if (isExpired || !target || !viewer || viewer.deletionScheduledAt) return 'end'
  const locale = isLocale(viewer.language) ? viewer.language : sourceLocale
  const found = await runInLocale(locale, () => loadPushMessage(viewer, notificationId))
  if (!found) return 'end'
  const { kind, ...message } = found
  return transaction(async (tx) => {
    const isWanted = await tx
      .selectFrom('push_opt_ins')
      .select('kind')
      .where('user_id', '=', viewer.id)
      .where('kind', '=', kind as Exclude<typeof kind, 'decision'>)
      .executeTakeFirst()
    if (!isWanted || (await isNotificationKindDisabled(tx, viewer.id, kind))) return 'end' as const
    return (await loadQuietHoursEnd(tx, viewer.id)) ?? { target, message }
  })
}

async function recordResult(delivery: PushDelivery, result: PushResult, attempts: number): Promise<void> {
  if (result.outcome === 'gone')
    return void (await db
      .deleteFrom('push_subscriptions')
      .where('id', '=', delivery.subscriptionId)
      .execute())
  if (result.outcome === 'failed' && attempts < maxAttempts) {
    const seconds = Math.max(firstRetrySeconds * 3 ** (attempts - 1), result.retryAfter ?? 0)
    const wait = Math.min(seconds, longestRetrySeconds)
    return postponePushDelivery(delivery, new Date(Date.now() + wait * 1000), true)
  }
  if (result.outcome === 'rejected') log.warn('a push service rejected a message', { status: result.status })
  await endPushDelivery(delivery)
  if (result.outcome === 'sent')
    await db
      .updateTable('push_subscriptions')
      .set({ used_at: new Date() })
      .where('id', '=', delivery.subscriptionId)
      .execute()
}
