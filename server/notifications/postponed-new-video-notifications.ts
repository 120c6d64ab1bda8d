import { transaction } from '../platform/db/db.ts'
import { lockNewVideo } from './announce-new-video.ts'
import { createNewVideoNotifications } from './new-video-notifications.ts'

/**
 * Notifies followers whose quiet hours have ended. All followers who are waiting for a notification about the
 * same video are notified together.
 */
export async function notifyAfterQuietHours(
  payloads: { contentId: string; userId: string }[],
): Promise<void> {
  for (const [contentId, group] of Map.groupBy(payloads, (payload) => payload.contentId))
    await transaction(async (tx) => {
      const video = await lockNewVideo(tx, contentId)
      const userIds = [...new Set(group.map(({ userId }) => userId))]
      if (video) await createNewVideoNotifications(tx, video, userIds)
    })
}
