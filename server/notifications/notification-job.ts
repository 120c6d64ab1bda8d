import type { NotificationKind } from '#contract/notifications.ts'
import { defineJob } from '#server/platform/queue/queue.ts'

/** An event that may notify a user. `at` distinguishes a repeated run of the job from a new event. */
export interface NotificationTrigger {
  kind: NotificationKind
  /** The item concerned; its owner is notified. */
  contentId: string | null
  /** The user to notify, for events that do not concern an item. */
  userId?: string
  /** One notification per actor instead of a grouped one. */
  byPerson?: true
  at: string
  /** The actor and what they did: the comment, or for a like the item. System events have no cause. */
  cause?: { actorId: string; subjectId: string }
}

export const createNotificationJob = defineJob<NotificationTrigger>('ring', { retryLimit: 5 })
