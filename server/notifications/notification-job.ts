import type { NotificationKind } from '#contract/notifications.ts'
import { defineJob } from '#server/platform/queue/queue.ts'

/**
 * An event that may notify a user. `at` is the time of the event. The time distinguishes a repeated run of
 * the job from a new event.
 */
export interface NotificationTrigger {
  kind: NotificationKind
  /** The id of the item, whose owner is notified. */
  contentId: string | null
  /** The id of the user to notify, for events without an item. */
  userId?: string
  /** If true, each actor gets a separate notification instead of a shared one. */
  byPerson?: true
  at: string
  /** The actor, and the comment or liked item that they acted on. System events have no cause. */
  cause?: { actorId: string; subjectId: string }
}

export const createNotificationJob = defineJob<NotificationTrigger>(
  'create-notifications',
  { retryLimit: 5 },
  { formerName: 'ring' },
)
