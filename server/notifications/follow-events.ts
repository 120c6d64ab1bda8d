import { emitEvent, type DomainEvent } from '../events.ts'
import type { Tx } from '../platform/db/db.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { createNotificationJob } from './notification-job.ts'

type FollowEvent = Extract<DomainEvent, { followerId: string }>

/** A request stands by itself, for it has buttons; new followers gather; a yes stands by itself, for it leads to a profile. */
export async function handleFollowEvent(tx: Tx, happening: FollowEvent, at: string): Promise<void> {
  const { followerId, followedId } = happening
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
  switch (happening.what) {
    case 'follow_asked':
      return enqueue(tx, createNotificationJob, { ...toFollowed, kind: 'follow_request', byPerson: true })
    case 'followed':
      return enqueue(tx, createNotificationJob, { ...toFollowed, kind: 'new_follower' })
    case 'follow_approved':
      await deleteFollowRequestNotification(tx, followerId, followedId)
      await enqueue(tx, createNotificationJob, { ...toFollower, kind: 'follow_approved', byPerson: true })
      return announceNotificationsChanged(tx, [followedId])
    case 'follow_withheld':
      await deleteFollowRequestNotification(tx, followerId, followedId)
      return announceNotificationsChanged(tx, [followedId])
    case 'follow_ended':
      // What its maker took back may come again and rings once; after a no, asking again is news.
      if (happening.isRefused) await deleteFollowRequestNotification(tx, followerId, followedId)
      return announceNotificationsChanged(tx, [followerId, followedId])
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

/** By id, so that two who tell the same bells at once do not wait in a circle. */
export async function announceNotificationsChanged(tx: Tx, userIds: string[]): Promise<void> {
  for (const userId of userIds.toSorted()) await emitEvent(tx, { what: 'bell_changed', userId })
}
