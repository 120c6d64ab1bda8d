import { sql } from 'kysely'
import { isProfilePublic } from '#server/access-policy/profile-queries.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { JobContext } from '#server/platform/queue/queue.ts'
import { loadSafetySettings } from '#server/safety-settings/safety-settings.ts'
import { loadQuietHoursEnds } from '#server/wellbeing/user-quiet-hours.ts'
import {
  forEachBatchOfReminders,
  insertScheduleChangeNotifications,
  lockFanOut,
  lockNotifiableMembers,
  type ScheduleChange,
} from './notifiable-members.ts'
import { postponeNotifications } from './postpone-notifications.ts'

interface CancelledBroadcast extends ScheduleChange {
  kind: 'broadcast_cancelled'
  visibility: 'public' | 'followers'
  rating: 'all' | '16'
}

/**
 * Notifies the members who had set a reminder, one batch per transaction. Members who have been notified have no row
 * in `cancelled_broadcast_reminders` any more, so another worker can continue if this worker dies.
 */
export async function notifyOfCancelledBroadcast(
  { contentId }: { contentId: string },
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  await forEachBatchOfReminders({ table: 'cancelled_broadcast_reminders', contentId, signal }, (ids) =>
    transaction((tx) => notifyMembersOfCancellation(tx, contentId, ids)),
  )
}

/** Notifies those of the members who have not been notified yet. Members in quiet hours are notified later. */
export async function notifyMembersOfCancellation(
  tx: Tx,
  contentId: string,
  userIds: string[],
): Promise<void> {
  await lockFanOut(tx, contentId)
  const broadcast = await loadCancelledBroadcast(tx, contentId)
  if (!broadcast) return
  const wanted = await lockAudience(tx, broadcast, userIds)
  const delays = await loadQuietHoursEnds(tx, wanted)
  await postponeNotifications(tx, broadcast, delays)
  const deleted = await tx
    .deleteFrom('cancelled_broadcast_reminders')
    .where('content_id', '=', contentId)
    .where(sql<boolean>`user_id = any(${userIds.filter((id) => !delays.has(id))}::uuid[])`)
    .returning('user_id')
    .execute()
  const isDue = new Set(deleted.map(({ user_id }) => user_id))
  await insertScheduleChangeNotifications(
    tx,
    broadcast,
    wanted.filter((id) => isDue.has(id)),
  )
}

async function loadCancelledBroadcast(tx: Tx, contentId: string): Promise<CancelledBroadcast | undefined> {
  const row = await tx
    .selectFrom('cancelled_broadcasts')
    .select(['user_id', 'visibility', 'rating'])
    .where('content_id', '=', contentId)
    .forKeyShare()
    .executeTakeFirst()
  if (!row) return undefined
  const { user_id: creatorId, visibility, rating } = row
  return { kind: 'broadcast_cancelled', contentId, creatorId, visibility, rating }
}

/** Selects the members who would still be able to find the broadcast, and who want to be notified. */
async function lockAudience(tx: Tx, broadcast: CancelledBroadcast, userIds: string[]): Promise<string[]> {
  const { creatorId, visibility, rating } = broadcast
  const isPublic = visibility === 'public' ? isProfilePublic(sql`${creatorId}::uuid`) : sql<boolean>`false`
  const members = await lockNotifiableMembers(tx, broadcast, isPublic, userIds)
  if (rating === 'all') return members
  const settings = await loadSafetySettings(tx, members, 'rated_16')
  return members.filter((id) => settings.get(id) === 'shown')
}
