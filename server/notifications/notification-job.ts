import type { NotificationKind } from '#contract/notifications.ts'
import { defineJob } from '#server/platform/queue/queue.ts'

/** Something that may ring somebody's bell. `at` tells a second run of the same news from news. */
export interface NotificationTrigger {
  kind: NotificationKind
  /** The item it is about: its owner is told. */
  contentId: string | null
  /** Of news about no item: who is told. */
  userId?: string
  /** Whether it stands by itself for each person who did it, or gathers. */
  byPerson?: true
  at: string
  /** Who did it, and what: the comment, or for a like the item. News without a cause is the machine's own. */
  cause?: { actorId: string; subjectId: string }
}

export const createNotificationJob = defineJob<NotificationTrigger>('ring', { retryLimit: 5 })
