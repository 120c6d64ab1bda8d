import type { DomainEvent } from '#server/domain-events.ts'
import type { Tx } from '../platform/db/db.ts'
import { enqueue, enqueueJobs } from '#server/platform/queue/queue.ts'
import { handleFollowNotificationEvent } from './notifications-about-follows.ts'
import { emitNotificationsChanged } from './emit-notifications-changed.ts'
import { enqueueMentionNotifications } from './mention-notifications.ts'
import { notificationJob } from './notification-job.ts'
import { notifyAccountOwner } from './account-notifications.ts'

/**
 * Handles domain events that cause notifications. A job creates the notifications later, so that requests to
 * like and comment need not wait for the notifications.
 */
export async function handleNotificationEvent(tx: Tx, event: DomainEvent): Promise<void> {
  const at = new Date().toISOString()
  switch (event.type) {
    case 'comment_posted': {
      const { id: subjectId, user_id: actorId, content_id: contentId } = event.comment
      const trigger = { contentId, at, cause: { actorId, subjectId } }
      const userId = event.comment.parent_id ? await loadRepliedUserId(tx, subjectId) : null
      if (userId) await enqueue(tx, notificationJob, { kind: 'reply', userId, ...trigger })
      await enqueueMentionNotifications(tx, event.comment, at)
      return enqueue(tx, notificationJob, { kind: 'comment', ...trigger })
    }
    // Each person is notified about a comment only once, so only newly mentioned people are notified.
    case 'comment_edited':
      return enqueueMentionNotifications(tx, event.comment, at)
    case 'content_liked': {
      const { userIds, contentId } = event
      const news = (actorId: string) =>
        ({ kind: 'like', contentId, at, cause: { actorId, subjectId: contentId } }) as const
      return enqueueJobs(tx, notificationJob, userIds.map(news))
    }
    case 'upload_ready':
    case 'upload_failed':
    case 'replacement_ready':
    case 'replacement_failed':
      return enqueue(tx, notificationJob, { kind: event.type, contentId: event.contentId, at })
    case 'decision_made':
      return notifyAccountOwner(tx, event.userId, 'decision', event.decisionId)
    case 'export_ready':
    case 'turned_twenty':
      return notifyAccountOwner(tx, event.userId, event.type)
    case 'follow_requested':
    case 'follow_created':
    case 'follow_approved':
    case 'follow_withheld':
    case 'follow_ended':
      return handleFollowNotificationEvent(tx, event, at)
    case 'block_or_mute_changed':
      return emitNotificationsChanged(tx, event.userIds)
    case 'content_unliked':
    case 'comment_deleted':
    case 'content_removed':
    case 'comment_mode_changed':
      return refreshUnreadCounts(tx, event.contentId)
  }
}

/** Loads the author of the comment that a reply answers. Returns null if the author's account was erased. */
async function loadRepliedUserId(tx: Tx, commentId: string): Promise<string | null> {
  const reply = await tx
    .selectFrom('comments')
    .select('reply_to_user_id')
    .where('id', '=', commentId)
    .executeTakeFirst()
  return reply?.reply_to_user_id ?? null
}

/**
 * Makes open pages refetch their unread count when the like, comment or item behind a notification is
 * removed. Stored notifications are not changed, because the query for the list skips notifications that no
 * longer apply.
 */
async function refreshUnreadCounts(tx: Tx, contentId: string): Promise<void> {
  const unread = await tx
    .selectFrom('notifications')
    .select('user_id')
    .distinct()
    .where('content_id', '=', contentId)
    .where('read_at', 'is', null)
    .execute()
  await emitNotificationsChanged(
    tx,
    unread.map((row) => row.user_id),
  )
}
