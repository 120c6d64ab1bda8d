import { sql } from 'kysely'
import type { DomainEvent } from '#server/domain-events.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { isAnnounceable } from '#server/access-policy/visible-content.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { defineJob, enqueue, type JobContext } from '#server/platform/queue/queue.ts'
import { createNewVideoNotifications, type NewVideo } from './new-video-notifications.ts'

/** This job notifies the followers of a creator about a video that has become visible for the first time. */
export const notifyFollowersJob = defineJob<{ contentId: string }>('notify-followers', { retryLimit: 5 })

const announcingEvents: readonly DomainEvent['type'][] = [
  'upload_ready',
  'content_visibility_changed',
  'broadcast_changed',
]

/** If a creator starts several broadcasts within an hour, followers are notified about only the first one. */
const isFirstBroadcastWithinAnHour = sql<boolean>`(content.stream_status <> 'live' or not exists (select from broadcasts other
  where other.user_id = content.user_id and other.content_id <> content.id and other.started_at > now() - interval '1 hour'))`

/**
 * Enqueues the job when a broadcast starts, and when a video that is processed, approved and not private can
 * appear in lists for the first time. The `followers_notified_at` column ensures that the job is enqueued
 * only once per video.
 */
export async function announceNewVideo(tx: Tx, event: DomainEvent): Promise<void> {
  if (!announcingEvents.includes(event.type)) return
  const { contentId } = event as Extract<DomainEvent, { contentId: string }>
  const { numUpdatedRows } = await tx
    .updateTable('content')
    .set({ followers_notified_at: sql<Date>`now()` })
    .where('id', '=', contentId)
    .where('followers_notified_at', 'is', null)
    .where(isAnnounceable)
    .where(isFirstBroadcastWithinAnHour)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await enqueue(tx, notifyFollowersJob, { contentId })
}

/**
 * The number of followers that one transaction notifies. A transaction of this size takes about 70 ms and
 * holds one lock per follower. On a site with a million items, 100,000 followers are notified in 15 s.
 */
const batchSize = 500

const firstUserId = '00000000-0000-0000-0000-000000000000'

/**
 * Notifies the people who want a notification, sorted by id, one batch per transaction. If the worker dies,
 * another worker starts again and skips the people who already have the notification.
 */
export async function notifyFollowers(
  { contentId }: { contentId: string },
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  let last: string | undefined = firstUserId
  while (last !== undefined) {
    signal.throwIfAborted()
    const after: string = last
    const batch = await transaction((tx) => notifyNextFollowers(tx, contentId, after))
    if (batch) last = batch.last
    else if (await withdrawAnnouncement(contentId)) return
  }
}

/**
 * Notifies the next batch of followers. Returns the last follower of the batch as `last`, or omits `last` if
 * no batch follows. Returns undefined if the video is not visible any more.
 */
async function notifyNextFollowers(
  tx: Tx,
  contentId: string,
  after: string,
): Promise<{ last: string | undefined } | undefined> {
  const video = await lockNewVideo(tx, contentId)
  if (!video) return undefined
  const ids = await selectNextRecipients(tx, video, after)
  await createNewVideoNotifications(tx, video, ids)
  return { last: ids.length === batchSize ? ids.at(-1) : undefined }
}

/**
 * Selects the next batch of people to notify, sorted by id: people who want to be notified about every new
 * video by the creator or every new episode of the series, and people who have set a reminder for this broadcast.
 * Each person is selected once.
 */
async function selectNextRecipients(
  tx: Tx,
  { contentId, creatorId, announcedAt }: NewVideo,
  after: string,
): Promise<string[]> {
  // The first query repeats the condition of its partial index with literal values, so that PostgreSQL uses
  // the index (see `visible-content.ts`).
  const { rows } = await sql<{ id: string }>`
    (select follower_id as id from follows where followed_id = ${creatorId} and state = 'approved' and new_video_notifications
      and approved_at <= ${announcedAt} and follower_id > ${after} order by follower_id limit ${sql.lit(batchSize)})
    union
    (select user_id as id from episode_notifications
      where series_id = (select series_id from series_episodes where content_id = ${contentId})
      and created_at <= ${announcedAt} and user_id > ${after} order by user_id limit ${sql.lit(batchSize)})
    union
    (select user_id as id from broadcast_reminders where content_id = ${contentId}
      and created_at <= ${announcedAt} and user_id > ${after} order by user_id limit ${sql.lit(batchSize)})
    order by id limit ${sql.lit(batchSize)}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Loads a video that is still visible, and locks it until the transaction ends, so that it cannot be erased
 * while followers are notified.
 */
export async function lockNewVideo(tx: Tx, contentId: string): Promise<NewVideo | undefined> {
  const row = await selectItemsWithoutAccessCheck(tx)
    .select(['id', 'user_id', 'followers_notified_at'])
    .where('id', '=', contentId)
    .where(isAnnounceable)
    .forKeyShare()
    .executeTakeFirst()
  if (!row?.followers_notified_at) return undefined
  return { contentId, creatorId: row.user_id, announcedAt: row.followers_notified_at }
}

/**
 * If the video was hidden again before all followers were notified, the remaining followers are notified when
 * it becomes visible again. Returns false if the video is already visible again.
 */
function withdrawAnnouncement(contentId: string): Promise<boolean> {
  return transaction(async (tx) => {
    const row = await selectItemsWithoutAccessCheck(tx)
      .select(['followers_notified_at', isAnnounceable.as('is_visible')])
      .where('id', '=', contentId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.is_visible && row.followers_notified_at) return false
    await tx.updateTable('content').set({ followers_notified_at: null }).where('id', '=', contentId).execute()
    return true
  })
}
