import { sql } from 'kysely'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { hasPublicAudience } from '#server/access-policy/series-queries.ts'
import { isDiscoverableScheduledBroadcast } from '#server/access-policy/visible-content.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { JobContext } from '#server/platform/queue/queue.ts'
import { loadQuietHoursEnds } from '#server/wellbeing/user-quiet-hours.ts'
import {
  forEachBatchOfReminders,
  insertScheduleChangeNotifications,
  lockFanOut,
  lockNotifiableMembers,
  type ScheduleChange,
} from './notifiable-members.ts'
import { postponeNotifications } from './postpone-notifications.ts'

const anHour = 3600_000

/**
 * Notifies the members who have set a reminder and do not know the current start time, one batch per transaction. If
 * the worker dies, another worker starts again and skips the members who have been notified.
 */
export async function notifyOfRescheduledBroadcast(
  { contentId, at }: { contentId: string; at: string },
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  await forEachBatchOfReminders({ table: 'broadcast_reminders', contentId, signal }, (ids) =>
    transaction((tx) => notifyMembersOfNewStartTime(tx, contentId, new Date(at), ids)),
  )
}

interface RescheduledBroadcast extends ScheduleChange {
  kind: 'broadcast_rescheduled'
  startsAt: Date
}

/**
 * Notifies those of the members who do not know the current start time. Members in quiet hours, and members who were
 * notified less than an hour before `at`, are notified later.
 */
export async function notifyMembersOfNewStartTime(
  tx: Tx,
  contentId: string,
  at: Date,
  userIds: string[],
): Promise<void> {
  const broadcast = await lockScheduledBroadcast(tx, contentId)
  if (!broadcast) return
  await lockFanOut(tx, contentId)
  const isPublic = hasPublicAudience(sql`${contentId}::uuid`)
  const members = await lockNotifiableMembers(tx, broadcast, isPublic, userIds)
  const pending = await loadPendingReminders(tx, broadcast, members)
  const delays = new Map([
    ...loadLimitEnds(pending, at),
    ...(await loadQuietHoursEnds(
      tx,
      pending.map(({ user_id }) => user_id),
    )),
  ])
  await postponeNotifications(tx, broadcast, delays)
  const due = pending.map(({ user_id }) => user_id).filter((id) => !delays.has(id))
  await tx
    .updateTable('broadcast_reminders')
    .set({ known_starts_at: broadcast.startsAt, notified_at: at })
    .where('content_id', '=', contentId)
    .where(sql<boolean>`user_id = any(${due}::uuid[])`)
    .execute()
  await insertScheduleChangeNotifications(tx, broadcast, due)
}

/**
 * Loads a scheduled broadcast that members can find, and locks its item, so that it cannot be erased while members
 * are notified.
 */
async function lockScheduledBroadcast(tx: Tx, contentId: string): Promise<RescheduledBroadcast | undefined> {
  const row = await selectItemsWithoutAccessCheck(tx)
    .innerJoin('scheduled_broadcasts', 'scheduled_broadcasts.content_id', 'content.id')
    .select(['content.user_id', 'scheduled_broadcasts.starts_at'])
    .where('content.id', '=', contentId)
    .where(isDiscoverableScheduledBroadcast)
    .forKeyShare('content')
    .executeTakeFirst()
  if (!row) return undefined
  return { kind: 'broadcast_rescheduled', contentId, creatorId: row.user_id, startsAt: row.starts_at }
}

interface PendingReminder {
  user_id: string
  notified_at: Date | null
}

function loadPendingReminders(
  tx: Tx,
  { contentId, startsAt }: RescheduledBroadcast,
  userIds: string[],
): Promise<PendingReminder[]> {
  return tx
    .selectFrom('broadcast_reminders')
    .select(['user_id', 'notified_at'])
    .where('content_id', '=', contentId)
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where('known_starts_at', 'is distinct from', startsAt)
    .execute()
}

/** Returns when each member who was notified less than an hour before `at` can be notified again. */
function loadLimitEnds(pending: PendingReminder[], at: Date): [string, Date][] {
  return pending.flatMap(({ user_id, notified_at }) => {
    const end = new Date((notified_at?.getTime() ?? -anHour) + anHour)
    return end > at ? [[user_id, end]] : []
  })
}
