import { sql } from 'kysely'
import { maxNotificationActors } from '#contract/notifications.ts'
import { db } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { announcedItemsSql } from '#server/access-policy/content-queries.ts'
import { episodeSeriesSql } from '#server/access-policy/series-queries.ts'
import { visiblePeopleSql, isMinor } from '#server/access-policy/profile-queries.ts'
import { maskTextForViewer } from '#server/access-policy/contact-detail-visibility.ts'
import { isNotificationCauseValid } from './visible-notifications.ts'

interface Actor {
  notification_id: string
  user_id: string
  username: string
  avatar_url: string | null
  /** The total number of the notification's actors, including those that are not loaded. */
  count: number
}

/**
 * Loads the three newest actors and the number of actors for each notification. Each actor counts once. An
 * action that was undone, such as a withdrawn like, does not count.
 */
export async function loadNotificationActors(viewer: Member, ids: string[]): Promise<Map<string, Actor[]>> {
  const { rows } = await sql<Actor>`
    select notification_id, user_id, username, avatar_url, count from (
      select cause.notification_id, profiles.user_id, profiles.username, profiles.avatar_url,
        count(*) over (partition by cause.notification_id)::int as count,
        row_number() over (partition by cause.notification_id order by max(cause.made_at) desc, profiles.user_id) as place
      from notification_causes as cause
      join ${visiblePeopleSql(viewer)} as profiles on profiles.user_id = cause.actor_id
      where cause.notification_id = any(${ids}::uuid[]) and ${isNotificationCauseValid(viewer)}
      group by cause.notification_id, profiles.user_id, profiles.username, profiles.avatar_url
    ) as actors
    where place <= ${maxNotificationActors}
    order by notification_id, place`.execute(db)
  return Map.groupBy(rows, ({ notification_id }) => notification_id)
}

const excerptLength = 140

function cut(text: string): string {
  return Array.from(text).slice(0, excerptLength).join('')
}

/** Loads an excerpt of the newest comment for each notification about comments or replies. */
export async function loadCommentExcerpts(viewer: Member, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ notification_id: string; excerpt: string; by_minor: boolean }>`
    select distinct on (cause.notification_id) cause.notification_id, comments.body as excerpt,
      ${isMinor(sql.ref('comments.user_id'))} as by_minor
    from notification_causes as cause
    join comments on comments.id = cause.subject_id
    where cause.notification_id = any(${ids}::uuid[]) and cause.kind in ('comment', 'reply', 'mention') and ${isNotificationCauseValid(viewer)}
    order by cause.notification_id, cause.made_at desc`.execute(db)
  return new Map(
    rows.map(({ notification_id: id, excerpt, by_minor }) => [
      id,
      cut(maskTextForViewer(viewer, excerpt, by_minor)),
    ]),
  )
}

export interface NewVideoRow {
  notification_id: string
  content_id: string
  title: string
  language: string | null
  picture_url: string | null
  by_minor: boolean
  count: number
  /** The season and episode number, if the video is an episode of a series. */
  series_title: string | null
  season: number | null
  episode: number | null
}

/** Loads the newest video and the number of videos for each notification about new videos. */
export async function loadNewVideos(viewer: Member, ids: string[]): Promise<Map<string, NewVideoRow>> {
  const { rows } = await sql<NewVideoRow>`
    select distinct on (cause.notification_id) cause.notification_id, content.id as content_id, content.title, content.language,
      coalesce(content.thumbnail_url, content.cover_url, content.stream_thumbnail_url) as picture_url,
      ${isMinor(sql.ref('content.user_id'))} as by_minor, count(*) over (partition by cause.notification_id)::int as count,
      episode.series_title, episode.season, episode.episode
    from ${announcedItemsSql(viewer)} join notification_causes as cause on cause.subject_id = content.id
    left join lateral ${episodeSeriesSql(sql.ref('content.id'))} as episode on true
    where cause.notification_id = any(${ids}::uuid[]) and cause.kind = 'new_video' and ${isNotificationCauseValid(viewer, 'new_video')}
    order by cause.notification_id, cause.made_at desc, content.id desc`.execute(db)
  return new Map(rows.map((row) => [row.notification_id, row]))
}

interface CancelledBroadcastRow {
  notification_id: string
  starts_at: Date
  count: number
}

/** Loads the start time of the last cancelled broadcast, and the number of cancelled broadcasts. */
export async function loadCancelledBroadcasts(
  viewer: Member,
  ids: string[],
): Promise<Map<string, CancelledBroadcastRow>> {
  const { rows } = await sql<CancelledBroadcastRow>`
    select distinct on (cause.notification_id) cause.notification_id, cancelled_broadcasts.starts_at,
      count(*) over (partition by cause.notification_id)::int as count
    from notification_causes as cause join cancelled_broadcasts on cancelled_broadcasts.content_id = cause.subject_id
    where cause.notification_id = any(${ids}::uuid[]) and cause.kind = 'broadcast_cancelled' and ${isNotificationCauseValid(viewer, 'broadcast_cancelled')}
    order by cause.notification_id, cause.made_at desc, cause.subject_id desc`.execute(db)
  return new Map(rows.map((row) => [row.notification_id, row]))
}

interface NotifiedDecision {
  notification_id: string
  id: string
  subject: 'content' | 'comment' | 'profile'
  about: string
}

/**
 * Loads the moderation decisions that each notification is about, newest first. If there are several
 * decisions about one subject (held, then removed), only the newest is returned. Dismissals are excluded
 * because users are not told about them.
 */
export async function loadDecisionsForNotifications(
  viewer: Member,
  ids: string[],
): Promise<Map<string, Omit<NotifiedDecision, 'notification_id'>[]>> {
  const { rows } = await sql<NotifiedDecision>`
    select notification_id, id, subject, about from (
      select distinct on (notifications.id, decisions.subject, decisions.content_id, decisions.comment_id)
        notifications.id as notification_id, decisions.id, decisions.subject, decisions.about, decisions.made_at
      from notifications join decisions on decisions.id = any(notifications.decision_ids)
      where notifications.id = any(${ids}::uuid[]) and decisions.user_id = ${viewer.id} and decisions.action <> 'dismiss'
      order by notifications.id, decisions.subject, decisions.content_id, decisions.comment_id, decisions.made_at desc
    ) as told
    order by made_at desc, id`.execute(db)
  const told = Map.groupBy(rows, ({ notification_id }) => notification_id)
  return new Map(
    [...told].map(([entry, these]) => [
      entry,
      these.map(({ id, subject, about }) => ({ id, subject, about })),
    ]),
  )
}
