import type { NotificationKind } from '#contract/notifications.ts'
import { defineJob } from '#server/platform/queue/queue.ts'

/**
 * An event that can cause a notification. `at` is the time of the event. The time distinguishes a retry for
 * the same event from a job for a new event.
 */
export interface NotificationTrigger {
  kind: NotificationKind
  /** The id of the item. The owner of the item is notified, unless there is a `userId`. */
  contentId: string | null
  /** The id of the user to notify, if this user is not the owner of an item. */
  userId?: string
  /** If true, the user gets a separate notification for each actor instead of one for all actors. */
  byPerson?: true
  at: string
  /**
   * The action that caused the event. `actorId` is the person who acted. `subjectId` is the new comment, the
   * liked item, or the other person in the follow relationship. System events, such as a finished upload,
   * have no cause.
   */
  cause?: { actorId: string; subjectId: string }
}

export const notificationJob = defineJob<NotificationTrigger>(
  'create-notifications',
  { retryLimit: 5 },
  { formerName: 'ring' },
)
