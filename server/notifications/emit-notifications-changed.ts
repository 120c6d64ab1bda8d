import { emitEvent } from '#server/domain-events.ts'
import type { Tx } from '../platform/db/db.ts'

/**
 * Tells the open pages of these users that the users' notifications have changed. The users are sorted by id
 * to avoid deadlocks between transactions that notify the same users.
 */
export async function emitNotificationsChanged(tx: Tx, userIds: string[]): Promise<void> {
  for (const userId of userIds.toSorted()) await emitEvent(tx, { type: 'notifications_changed', userId })
}
