import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import { emitEvent } from '#server/domain-events.ts'
import type { Tx } from '../platform/db/db.ts'
import { isNotificationKindDisabled } from './notification-preferences.ts'
import { enqueuePushDeliveries } from './push/push-job.ts'

/**
 * Creates a notification about the account itself. While the notification is unread, a new event moves the
 * notification to the top of the list. Several decisions share one notification until the user reads it.
 */
export async function notifyAccountOwner(
  tx: Tx,
  userId: string,
  kind: NotificationKind,
  decisionId?: string,
): Promise<void> {
  if (await isNotificationKindDisabled(tx, userId, kind)) return
  const { id } = await tx
    .insertInto('notifications')
    .values({ user_id: userId, kind, content_id: null, ...(decisionId && { decision_ids: [decisionId] }) })
    .onConflict((row) =>
      row
        .columns(['user_id', 'kind', 'content_id', 'person_id'])
        .where('read_at', 'is', null)
        .doUpdateSet({
          created_at: sql`excluded.created_at`,
          decision_ids: sql`case when notifications.decision_ids @> excluded.decision_ids then notifications.decision_ids
            else notifications.decision_ids || excluded.decision_ids end`,
        }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueuePushDeliveries(tx, [id])
  await emitEvent(tx, { type: 'notifications_changed', userId })
}
