import type { NewVideoNotifications } from '#contract/people/follows.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectVisiblePeople } from '#server/access-policy/profile-queries.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { db } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'

/**
 * Sets whether the viewer gets a notification about each new video of a person. The viewer must be an
 * approved follower. The setting is part of the follow, so it ends when the follow ends.
 */
export async function setNewVideoNotifications(
  viewer: Member,
  userId: string,
  wanted: NewVideoNotifications,
): Promise<{ new_videos: NewVideoNotifications }> {
  enforceRateLimit('follows', viewer.id)
  const visible = selectVisiblePeople(viewer).select('user_id').where('user_id', '=', userId)
  if (!(await visible.executeTakeFirst())) throw new ApiError('creator_not_found')
  const changed = await db
    .updateTable('follows')
    .set({ new_video_notifications: wanted === 'all' })
    .where('follower_id', '=', viewer.id)
    .where('followed_id', '=', userId)
    .where('state', '=', 'approved')
    .returning('state')
    .executeTakeFirst()
  if (!changed) throw new ApiError('not_following')
  return { new_videos: wanted }
}
