import type { Notification } from '#contract/notifications.ts'
import { notificationMessages } from '#web/messages/dashboard/notifications.ts'
import { formatZonedDateTime } from '#web/ui/formatting/time-zone.ts'

/** Returns the sentence of a notification as plain text. Start times are shown in the given time zone. */
export function formatNotification(entry: Notification, timeZone: string): string {
  const { starts_at } = entry
  return notificationMessages.sentence(entry, starts_at ? formatZonedDateTime(starts_at, timeZone) : '')
}
