import { sql } from 'kysely'
import { listNotifications } from '#contract/notifications.ts'
import { putNewVideoNotifications } from '#contract/people/new-video-notifications.ts'
import { emitEvent } from '#server/domain-events.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { follow, toUserIdParams } from './member-actions.ts'
import type { TestUser } from './test-app.ts'

export const updateNewVideoNotifications = (who: TestUser, creator: TestUser, new_videos: 'all' | 'none') =>
  who.call(putNewVideoNotifications, { ...toUserIdParams(creator), body: { new_videos } })

/** Makes a user follow a creator and turn on notifications about new videos. */
export async function followWithNotifications(who: TestUser, creator: TestUser): Promise<void> {
  await follow(who, creator)
  await updateNewVideoNotifications(who, creator, 'all')
}

/** Emits the event that reports that a video has finished processing. */
export const emitVideoReady = (contentId: string) =>
  transaction((tx) => emitEvent(tx, { type: 'upload_ready', contentId }))

/** Waits until all followers have been notified, except followers in quiet hours. */
export async function waitForNewVideoNotifications(): Promise<void> {
  await waitUntil(async () => {
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from pgboss.job
      where name in ('notify-followers', 'notify-follower-after-quiet-hours') and state < 'completed' and start_after <= now()`.execute(
      db,
    )
    return rows[0]!.open === 0
  })
}

/** Returns the user's notifications about new videos: the number of videos and the newest title. */
export async function listNewVideoNotifications(who: TestUser): Promise<string[]> {
  const { items } = await who.call(listNotifications, { query: {} })
  return items
    .filter(({ kind }) => kind === 'new_video')
    .map(
      ({ videos_count, content, actors, read }) =>
        `${videos_count} of ${actors[0]?.username}: ${content?.title}${read ? ' (read)' : ''}`,
    )
}
