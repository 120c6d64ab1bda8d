import { type RawBuilder, sql } from 'kysely'

/** Whether the user has set a reminder for the broadcast. */
export function hasBroadcastReminder(
  contentId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from broadcast_reminders
    where broadcast_reminders.content_id = ${contentId} and broadcast_reminders.user_id = ${userId})`
}
