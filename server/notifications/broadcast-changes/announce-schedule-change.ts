import { sql } from 'kysely'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { defineJob, enqueue } from '#server/platform/queue/queue.ts'

/** This job tells the members who have set a reminder that the broadcast was cancelled. */
export const cancelledBroadcastJob = defineJob<{ contentId: string }>('notify-cancelled-broadcast', {
  retryLimit: 5,
})

/**
 * This job tells the members who have set a reminder that the broadcast has another start time. `at` is the time at
 * which it should run.
 */
export const rescheduledBroadcastJob = defineJob<{ contentId: string; at: string }>(
  'notify-rescheduled-broadcast',
  { retryLimit: 5 },
)

/** This job tells one member about the change after their quiet hours, or an hour after the last notification. */
export const postponedScheduleChangeJob = defineJob<{
  kind: 'broadcast_cancelled' | 'broadcast_rescheduled'
  contentId: string
  userId: string
}>('notify-postponed-schedule-change', { retryLimit: 5 })

/** Enqueues notifications for the members who have set a reminder when a broadcast is cancelled or rescheduled. */
export async function announceScheduleChange(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type === 'content_removed') await announceCancellation(tx, event.contentId)
  if (event.type === 'broadcast_rescheduled') await announceNewStartTime(tx, event.contentId)
}

/**
 * A scheduled broadcast counts as cancelled if its item is deleted before the broadcast was on air. The item is
 * erased soon, so this function copies what the notifications need, without the title. Nobody is told if the item
 * was hidden when it was deleted.
 */
async function announceCancellation(tx: Tx, contentId: string): Promise<void> {
  const item = await selectItemsWithoutAccessCheck(tx)
    .innerJoin('scheduled_broadcasts', 'scheduled_broadcasts.content_id', 'content.id')
    .select(['content.user_id', 'content.visibility', 'content.rating', 'scheduled_broadcasts.starts_at'])
    .where('content.id', '=', contentId)
    .where('content.moderation', '=', 'approved')
    .where('content.stream_status', '=', 'live')
    .where(sql<boolean>`not exists (select from broadcasts
      where broadcasts.content_id = content.id and broadcasts.started_at is not null)`)
    .where(
      sql<boolean>`exists (select from broadcast_reminders where broadcast_reminders.content_id = content.id)`,
    )
    .executeTakeFirst()
  if (!item || item.visibility === 'only_me') return
  const { visibility } = item
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('cancelled_broadcasts')
    .values({ ...item, visibility, content_id: contentId })
    .onConflict((row) => row.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  await tx
    .insertInto('cancelled_broadcast_reminders')
    .columns(['content_id', 'user_id'])
    .expression((from) =>
      from
        .selectFrom('broadcast_reminders')
        .select(['content_id', 'user_id'])
        .where('content_id', '=', contentId),
    )
    .execute()
  await enqueue(tx, cancelledBroadcastJob, { contentId })
}

/**
 * Members are told about a new start time at most once an hour. If they were told less than an hour ago, the job
 * waits, and then tells them the start time that is current by then.
 */
async function announceNewStartTime(tx: Tx, contentId: string): Promise<void> {
  const next = await tx
    .updateTable('scheduled_broadcasts')
    .set({
      reschedule_announced_at: sql<Date>`greatest(now(), reschedule_announced_at + interval '1 hour')`,
    })
    .where('content_id', '=', contentId)
    .where(sql<boolean>`coalesce(reschedule_announced_at <= now(), true)`)
    .returning('reschedule_announced_at')
    .executeTakeFirst()
  // If no row was updated, a job is already waiting.
  if (!next) return
  const at = next.reschedule_announced_at!
  await enqueue(tx, rescheduledBroadcastJob, { contentId, at: at.toISOString() }, { startAfter: at })
}
