import type { NotificationKind } from '#contract/notifications.ts'
import { defineJob } from '#server/platform/queue/queue.ts'

/** An event that may notify a user. `at` distinguishes a repeated job run from a new event. */
export interface NotificationTrigger {
  kind: NotificationKind
  /** The id of the item, whose owner is notified. */
  contentId: string | null
  /** The id of the user to notify, for events without an item. */
  userId?: string
  /** Creates one notification per actor instead of a grouped one. */
  byPerson?: true
  at: string
  /** The actor, and the comment or liked item that they acted on. System events have no cause. */
  cause?: { actorId: string; subjectId: string }
}

export const createNotificationJob = defineJob<NotificationTrigger>('ring', { retryLimit: 5 })
