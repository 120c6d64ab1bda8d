import type { NotificationKind } from '#contract/notifications.ts'
import { defineJob } from '#server/platform/queue/queue.ts'

/**
 * An event that may notify a user. `at` is the time of the event. The time distinguishes a retry for the same
 * event from a job for a new event.
 */
export interface NotificationTrigger {
  kind: NotificationKind
  /** The id of the item, whose owner is notified. */
  contentId: string | null
  /** The id of the user to notify, for events without an item. */
  userId?: string
  /** If true, the user gets a separate notification for each actor instead of one for all actors. */
  byPerson?: true
  at: string
  /**
   * The id of the person who performed the action, and the id of the new comment, of the liked item, or of
   * the other person in the follow relationship. System events have no cause.
   */
  cause?: { actorId: string; subjectId: string }
}

export const notificationJob = defineJob<NotificationTrigger>(
  'create-notifications',
  { retryLimit: 5 },
  { formerName: 'ring' },
)
