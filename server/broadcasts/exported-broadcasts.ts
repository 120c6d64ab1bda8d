import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { db } from '#server/platform/db/db.ts'

/** Selects the user's broadcasts for the data export. */
export function selectExportedBroadcasts(userId: string) {
  return selectOwnItems(userId)
    .innerJoin('broadcasts', 'broadcasts.content_id', 'content.id')
    .select(['broadcasts.content_id', 'title', 'broadcasts.source', 'broadcasts.delay_seconds'])
    .select(['broadcasts.created_at', 'started_at', 'ended_at', 'end_reason', 'end_detail'])
    .orderBy('broadcasts.created_at')
}

/** Selects the user's stream keys for the data export, without their hashes. */
export function selectExportedStreamKeys(userId: string) {
  return db
    .selectFrom('stream_keys')
    .select(['created_at', 'last_used_at', 'revoked_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
}

/** Selects the broadcasts that the user has scheduled, for the data export. */
export function selectExportedScheduledBroadcasts(userId: string) {
  return selectOwnItems(userId)
    .innerJoin('scheduled_broadcasts', 'scheduled_broadcasts.content_id', 'content.id')
    .select(['scheduled_broadcasts.content_id', 'title', 'scheduled_broadcasts.state', 'starts_at'])
    .select(['scheduled_broadcasts.delay_seconds', 'scheduled_broadcasts.created_at'])
    .orderBy('starts_at')
}

/**
 * Selects the user's broadcasts that were cancelled after other people had set a reminder, for the data export.
 */
export function selectExportedCancelledBroadcasts(userId: string) {
  return db
    .selectFrom('cancelled_broadcasts')
    .select(['content_id', 'starts_at', 'visibility', 'rating', 'cancelled_at'])
    .where('user_id', '=', userId)
    .orderBy('cancelled_at')
}

/** Selects the user's reminders for other people's broadcasts, for the data export. */
export function selectExportedBroadcastReminders(userId: string) {
  return db
    .selectFrom('broadcast_reminders')
    .select(['content_id', 'created_at', 'known_starts_at', 'notified_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
}
