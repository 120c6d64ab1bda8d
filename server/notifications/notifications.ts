import { presentProcessingError } from '#server/content/processing-errors/processing-errors.ts'
import { sql } from 'kysely'
import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { notificationRetentionDays } from '#contract/limits.ts'
import type { listNotifications, Notification } from '#contract/notifications.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { isAdult } from '../accounts/age.ts'
import { emitEvent } from '#server/domain-events.ts'
import { db, transaction } from '../platform/db/db.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import type { Member } from '../platform/http/viewer.ts'
import { loadQuietHoursEnd } from '#server/wellbeing/user-quiet-hours.ts'
import { isMinor } from '#server/access-policy/profile-queries.ts'
import { maskTextForViewer } from '#server/access-policy/contact-detail-visibility.ts'
import {
  loadNotificationActors,
  loadDecisionsForNotifications,
  loadCancelledBroadcasts,
  loadCommentExcerpts,
  loadNewVideos,
  type NewVideoRow,
} from './notification-queries.ts'
import { countUnread } from './unread-count.ts'
import { selectVisibleNotifications } from './visible-notifications.ts'

const { rowCursor, before } = createKeyset('notifications')

type Wanted = ParsedInputOf<typeof listNotifications>['query']

/** Lists the viewer's notifications, newest first, one page at a time. */
export async function listOwnNotifications(
  viewer: Member,
  wanted: Wanted,
): Promise<ResponseOf<typeof listNotifications>> {
  const [rows, unread, quietUntil] = await Promise.all([
    selectNotificationPage(viewer, wanted),
    countUnread(viewer),
    loadQuietHoursEnd(db, viewer.id),
  ])
  const page = paginateRows(rows, wanted.limit)
  const ids = page.items.map(({ id }) => id)
  const [actors, excerpts, decisions, newVideos, cancelled] = await Promise.all([
    loadNotificationActors(viewer, ids),
    loadCommentExcerpts(viewer, ids),
    loadDecisionsForNotifications(viewer, ids),
    loadNewVideos(viewer, ids),
    loadCancelledBroadcasts(viewer, ids),
  ])
  const items = page.items.map((row) => ({
    ...present(viewer, row, actors.get(row.id) ?? [], excerpts.get(row.id) ?? null),
    ...presentNewVideos(viewer, newVideos.get(row.id)),
    ...presentCancelledBroadcasts(cancelled.get(row.id)),
    decisions: decisions.get(row.id) ?? [],
  }))
  return { items, next_cursor: page.next_cursor, unread, quiet_until: quietUntil?.toISOString() ?? null }
}

/** Marks a notification as read. Later events create a new notification instead of changing this one. */
export async function markNotificationRead(viewer: Member, id: string): Promise<{ unread: number }> {
  await transaction(async (tx) => {
    const own = await tx
      .updateTable('notifications')
      .set((row) => ({ read_at: row.fn.coalesce('read_at', row.val(new Date())) }))
      .where('id', '=', id)
      .where('user_id', '=', viewer.id)
      .returning('id')
      .executeTakeFirst()
    if (!own) throw new ApiError('not_found')
    await emitEvent(tx, { type: 'notifications_changed', userId: viewer.id })
  })
  return { unread: await countUnread(viewer) }
}

export async function markAllNotificationsRead(viewer: Member): Promise<{ unread: number }> {
  await transaction(async (tx) => {
    await tx
      .updateTable('notifications')
      .set({ read_at: new Date() })
      .where('user_id', '=', viewer.id)
      .where('read_at', 'is', null)
      .execute()
    await emitEvent(tx, { type: 'notifications_changed', userId: viewer.id })
  })
  return { unread: await countUnread(viewer) }
}

/** Deletes notifications older than 90 days. */
export async function deleteOldNotifications(now: number = Date.now()): Promise<void> {
  const oldest = new Date(now - notificationRetentionDays * 24 * 3600_000)
  await db.deleteFrom('notifications').where('created_at', '<', oldest).execute()
}

function selectNotificationPage(viewer: Member, { cursor, limit }: Wanted) {
  return selectVisibleNotifications(viewer)
    .leftJoin('streams', 'streams.content_id', 'content.id')
    .select(['notifications.id', 'notifications.kind', 'notifications.read_at', 'notifications.created_at'])
    .select([
      'content.id as content_id',
      'content.user_id as owner_id',
      isMinor(sql.ref('content.user_id')).as('by_minor'),
      'content.title',
      'content.language',
      'content.thumbnail_url',
      'content.cover_url',
    ])
    .leftJoin('stream_replacements as replacements', 'replacements.content_id', 'content.id')
    .select(['content.stream_thumbnail_url', 'streams.error_title', 'streams.error_detail'])
    .select([
      'replacements.error_title as replacement_title',
      'replacements.error_detail as replacement_detail',
    ])
    .leftJoin('scheduled_broadcasts', 'scheduled_broadcasts.content_id', 'content.id')
    .select('scheduled_broadcasts.starts_at')
    .select([rowCursor.as('place'), isFromAdult(viewer).as('adult')])
    .where(before(cursor))
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
    .limit(toFetchLimitSql(limit))
    .execute()
}

/**
 * Returns whether a follow request to a minor comes from an adult. For a request by an adult, the
 * notification tells the minor that the requester is an adult.
 */
function isFromAdult(viewer: Member) {
  if (viewer.isAdult) return sql<boolean>`false`
  return sql<boolean>`exists (select from private_details
    where private_details.user_id = notifications.person_id and ${isAdult})`
}

type Row = Awaited<ReturnType<typeof selectNotificationPage>>[number]
type Actors = Awaited<ReturnType<typeof loadNotificationActors>> extends Map<string, infer A> ? A : never

function notificationPictureUrl(row: Row): string | null {
  return row.thumbnail_url ?? row.cover_url ?? row.stream_thumbnail_url
}

function titleFor(viewer: Member, { title, owner_id, by_minor }: Row): string {
  return owner_id === viewer.id ? (title ?? '') : maskTextForViewer(viewer, title ?? '', by_minor)
}

function presentNewVideos(
  viewer: Member,
  newest: NewVideoRow | undefined,
): Pick<Notification, 'videos_count' | 'episode'> & Partial<Pick<Notification, 'content'>> {
  if (!newest) return { videos_count: 0, episode: null }
  const { content_id: id, language, picture_url, count } = newest
  const title = maskTextForViewer(viewer, newest.title, newest.by_minor)
  const series_title = newest.series_title && maskTextForViewer(viewer, newest.series_title, newest.by_minor)
  const { season, episode } = newest
  return {
    content: { id, title, language, picture_url },
    videos_count: count,
    episode: series_title && season && episode ? { series_title, season, episode } : null,
  }
}

function presentCancelledBroadcasts(
  last: { starts_at: Date; count: number } | undefined,
): Partial<Pick<Notification, 'videos_count' | 'starts_at'>> {
  return last ? { videos_count: last.count, starts_at: last.starts_at.toISOString() } : {}
}

/** Returns why the upload or the replacement failed, if the notification is about a failure. */
function presentError(row: Row): Notification['error'] {
  const [title, detail] =
    row.kind === 'upload_failed'
      ? [row.error_title, row.error_detail]
      : row.kind === 'replacement_failed'
        ? [row.replacement_title, row.replacement_detail]
        : [null, null]
  return detail ? presentProcessingError(title!, detail) : null
}

function present(
  viewer: Member,
  row: Row,
  actors: Actors,
  excerpt: string | null,
): Omit<Notification, 'decisions' | 'videos_count' | 'episode'> {
  return {
    id: row.id,
    kind: row.kind,
    content: row.content_id
      ? {
          id: row.content_id,
          title: titleFor(viewer, row),
          language: row.language,
          picture_url: notificationPictureUrl(row),
        }
      : null,
    actors: actors.map(({ user_id, username, avatar_url }) => ({ user_id, username, avatar_url })),
    actors_count: actors[0]?.count ?? 0,
    excerpt,
    starts_at: row.kind === 'broadcast_rescheduled' ? (row.starts_at?.toISOString() ?? null) : null,
    error: presentError(row),
    adult: row.kind === 'follow_request' && row.adult,
    read: row.read_at !== null,
    created_at: row.created_at.toISOString(),
  }
}
