import { sql } from 'kysely'
import { emitEvent } from '#server/domain-events.ts'
import { hasPublicAudience } from '#server/access-policy/series-queries.ts'
import { hasBroadcastReminder } from '#server/broadcasts/schedule/broadcast-reminders.ts'
import { isSubscribedToSeriesOfVideo } from '#server/series/episode-notifications.ts'
import { loadQuietHoursEnds } from '#server/wellbeing/user-quiet-hours.ts'
import type { Tx } from '../platform/db/db.ts'
import { mayBeNotifiedWithoutFollow } from './notifications-without-follow.ts'
import { enqueuePushDeliveries } from './push/push-job.ts'
import { defineJob, enqueueJobs } from '#server/platform/queue/queue.ts'

export interface NewVideo {
  contentId: string
  creatorId: string
  announcedAt: Date
}

/** This job notifies one follower of a new video after the follower's quiet hours have ended. */
export const notifyAfterQuietHoursJob = defineJob<{ contentId: string; userId: string }>(
  'notify-follower-after-quiet-hours',
  { retryLimit: 5 },
)

/**
 * Creates notifications about a new video for these followers, or adds the video to an unread notification
 * about the same creator. Followers in quiet hours get the notification later. Idempotent: the primary key of
 * `notification_causes` allows one notification per video and follower.
 */
export async function createNewVideoNotifications(
  tx: Tx,
  video: NewVideo,
  followerIds: string[],
): Promise<void> {
  // If two workers process the same video, for example a stalled worker and its successor, their transactions
  // run one after the other, so the second worker sees whom the first one has notified.
  await sql`select pg_advisory_xact_lock(hashtextextended(${video.contentId}, 7274))`.execute(tx)
  const userIds = await selectFollowersToNotify(tx, video, followerIds)
  const quietUntil = await loadQuietHoursEnds(tx, userIds)
  for (const [until, group] of Map.groupBy(quietUntil, ([, end]) => end.getTime()))
    await enqueueJobs(
      tx,
      notifyAfterQuietHoursJob,
      group.map(([userId]) => ({ contentId: video.contentId, userId })),
      { startAfter: new Date(until) },
    )
  const notified = await insertNotifications(
    tx,
    video,
    userIds.filter((id) => !quietUntil.has(id)),
  )
  if (notified.length > 0) await emitEvent(tx, { type: 'followers_notified', userIds: notified })
}

/**
 * Selects the followers who want the notification and do not have it yet, sorted by id. Locks the accounts of
 * these followers, so that the accounts cannot be erased in the meantime. People who have blocked the creator
 * do not follow the creator any more.
 */
async function selectFollowersToNotify(
  tx: Tx,
  { contentId, creatorId }: NewVideo,
  followerIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id from users
    left join follows on follows.follower_id = users.id and follows.followed_id = ${creatorId} and follows.state = 'approved'
    where users.id = any(${followerIds}::uuid[]) and users.id <> ${creatorId}
      and (follows.new_video_notifications or ((${isSubscribedToSeriesOfVideo(sql`${contentId}::uuid`, sql.ref('users.id'))}
          or ${hasBroadcastReminder(sql`${contentId}::uuid`, sql.ref('users.id'))})
        and (follows.follower_id is not null or ${mayBeNotifiedWithoutFollow(creatorId, hasPublicAudience(sql`${contentId}::uuid`))})))
      and not exists (select from mutes where muter_id = users.id and muted_id = ${creatorId})
      and not exists (select from notification_opt_outs where user_id = users.id and kind = 'new_video')
      and not exists (select from notification_causes where user_id = users.id and kind = 'new_video'
        and subject_id = ${contentId} and actor_id = ${creatorId})
    order by users.id for key share of users`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Returns the people who got a notification, sorted by id. All transactions lock the rows in the order of
 * these ids.
 */
async function insertNotifications(
  tx: Tx,
  { contentId, creatorId, announcedAt }: NewVideo,
  userIds: string[],
): Promise<string[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ user_id: string; notification_id: string }>`
    with entry as (
      insert into notifications (user_id, kind, person_id, created_at)
      select user_id, 'new_video', ${creatorId}, ${announcedAt}
      from unnest(${userIds}::uuid[]) with ordinality follower (user_id, nth) order by nth
      on conflict (user_id, kind, content_id, person_id) where read_at is null
        do update set created_at = greatest(notifications.created_at, excluded.created_at)
      returning id, user_id
    )
    insert into notification_causes (user_id, kind, subject_id, actor_id, notification_id, made_at)
    select user_id, 'new_video', ${contentId}, ${creatorId}, id, ${announcedAt} from entry
    on conflict do nothing returning user_id, notification_id`.execute(tx)
  await enqueuePushDeliveries(
    tx,
    rows.map(({ notification_id }) => notification_id),
  )
  return rows.map(({ user_id }) => user_id).toSorted()
}
