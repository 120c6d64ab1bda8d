import type { DomainEvent } from '#server/domain-events.ts'
import type { Tx } from '../platform/db/db.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { emitNotificationsChanged } from './emit-notifications-changed.ts'
import { notificationJob } from './notification-job.ts'

type FollowEvent = Extract<DomainEvent, { followerId: string }>

/**
 * Creates notifications about follows. Each follow request gets its own notification, because the
 * notification has buttons to answer the request. New followers are grouped. Each approval gets its own
 * notification, because the notification links to a profile.
 */
export async function handleFollowNotificationEvent(tx: Tx, event: FollowEvent, at: string): Promise<void> {
  const { followerId, followedId } = event
  const toFollowed = {
    userId: followedId,
    contentId: null,
    at,
    cause: { actorId: followerId, subjectId: followedId },
  }
  const toFollower = {
    userId: followerId,
    contentId: null,
    at,
    cause: { actorId: followedId, subjectId: followerId },
  }
  switch (event.type) {
    case 'follow_requested':
      return enqueue(tx, notificationJob, { ...toFollowed, kind: 'follow_request', byPerson: true })
    case 'follow_created':
      return enqueue(tx, notificationJob, { ...toFollowed, kind: 'new_follower' })
    case 'follow_approved':
      await deleteFollowRequestNotification(tx, followerId, followedId)
      await enqueue(tx, notificationJob, { ...toFollower, kind: 'follow_approved', byPerson: true })
      return emitNotificationsChanged(tx, [followedId])
    case 'follow_withheld':
      await deleteFollowRequestNotification(tx, followerId, followedId)
      return emitNotificationsChanged(tx, [followedId])
    case 'follow_ended':
      // A request that is withdrawn and repeated causes only one notification. After a rejection, a new
      // request causes a new notification.
      if (event.isRefused) await deleteFollowRequestNotification(tx, followerId, followedId)
      return emitNotificationsChanged(tx, [followerId, followedId])
  }
}

async function deleteFollowRequestNotification(
  tx: Tx,
  followerId: string,
  followedId: string,
): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where('user_id', '=', followedId)
    .where('kind', '=', 'follow_request')
    .where('person_id', '=', followerId)
    .execute()
}
