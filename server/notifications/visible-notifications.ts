import { type RawBuilder, sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import { type Db, db } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import {
  announcedItemsSql,
  selectItemsWithReadableComments,
  selectItemsWithViewablePage,
  selectListedScheduledBroadcasts,
} from '#server/access-policy/content-queries.ts'
import { isMinor, isPersonVisible, isProfilePublic } from '#server/access-policy/profile-queries.ts'
import { hasBroadcastReminder } from '#server/broadcasts/schedule/broadcast-reminders.ts'
import { isSubscribedToSeriesOfVideo } from '#server/series/episode-notifications.ts'
import { selectCommentMentioningViewer } from './mention-notifications.ts'
import { hasMuted } from '#server/access-policy/visible-profiles.ts'

/**
 * Selects the viewer's notifications that still apply: a notification about a withdrawn like, for example, no
 * longer applies. If a notification is about an item, the viewer must be able to see the item. All queries
 * that read notifications are based on this query. With `kind`, selects only notifications of this kind, which
 * PostgreSQL plans several times faster, because each kind has its own conditions.
 */
export function selectVisibleNotifications(viewer: Member, from: Db = db, kind?: NotificationKind) {
  return from
    .selectFrom('notifications')
    .leftJoin(selectItemsWithViewablePage(viewer, from).selectAll('content').as('content'), (join) =>
      join.onRef('content.id', '=', 'notifications.content_id'),
    )
    .where('notifications.user_id', '=', viewer.id)
    .where(({ eb, or }) => or([eb('notifications.content_id', 'is', null), eb('content.id', 'is not', null)]))
    .where(isNotificationStillTrue(viewer, kind))
}

/**
 * Matches the notification causes that still apply, of one kind or of all. The viewer must be able to see the
 * actor and must not have muted them. The query must include the `notification_causes` table under the alias
 * `cause`.
 */
export function isNotificationCauseValid(viewer: Member, kind?: CausedKind): RawBuilder<boolean> {
  const actor = sql.ref('cause.actor_id')
  const kinds = kind ? [kind] : (Object.keys(causeConditions) as CausedKind[])
  const branches = kinds.map((one) => sql`when ${sql.lit(one)} then ${causeConditions[one](viewer)}`)
  return sql<boolean>`${isPersonVisible(viewer, actor)} and not ${hasMuted(viewer, actor)}
    and case cause.kind ${sql.join(branches, sql` `)} else false end`
}

/** The kinds of notifications that people cause. */
type CausedKind = Exclude<NotificationKind, keyof typeof ownConditions>

/**
 * The like, comment, follow or follow request must still exist. For a new video, the viewer must be able to find
 * the video in lists, and must still follow the creator or want notifications about the series. For a
 * rescheduled broadcast, the viewer must be able to find the broadcast, and must still have a reminder. For a
 * cancelled broadcast, the viewer must be in the audience that it had.
 */
const causeConditions: Record<CausedKind, (viewer: Member) => RawBuilder<boolean>> = {
  like: () => sql`exists (select from likes
      where likes.content_id = cause.subject_id and likes.user_id = cause.actor_id)`,
  comment: isCommentReadable,
  reply: isCommentReadable,
  mention: (viewer) => sql`${isCommentReadable(viewer)}
      and exists (${selectCommentMentioningViewer(viewer, sql.ref('cause.subject_id'))})`,
  follow_request: () => followExists('cause.actor_id', 'cause.user_id', 'pending'),
  new_follower: () => followExists('cause.actor_id', 'cause.user_id', 'approved'),
  follow_approved: () => followExists('cause.user_id', 'cause.actor_id', 'approved'),
  new_video: (viewer) => sql`(${followExists('cause.user_id', 'cause.actor_id', 'approved')}
      or ${isSubscribedToSeriesOfVideo(sql.ref('cause.subject_id'), sql.ref('cause.user_id'))}
      or ${hasBroadcastReminder(sql.ref('cause.subject_id'), sql.ref('cause.user_id'))})
      and exists (select from ${announcedItemsSql(viewer)} where content.id = cause.subject_id)`,
  broadcast_rescheduled: (viewer) => sql`${isFollowedOrNotMinor(viewer)}
      and ${hasBroadcastReminder(sql.ref('cause.subject_id'), sql.ref('cause.user_id'))}
      and exists (${selectListedScheduledBroadcasts(viewer).select('content.id').whereRef('content.id', '=', sql.ref('cause.subject_id'))})`,
  broadcast_cancelled: (
    viewer,
  ) => sql`${isFollowedOrNotMinor(viewer)} and exists (select from cancelled_broadcasts cancelled
      where cancelled.content_id = cause.subject_id and ${viewer.canSeeRated16 ? sql`true` : sql`cancelled.rating = 'all'`}
      and (${followExists('cause.user_id', 'cause.actor_id', 'approved')}
        or (cancelled.visibility = 'public' and ${isProfilePublic(sql.ref('cause.actor_id'))})))`,
}

function isCommentReadable(viewer: Member): RawBuilder<boolean> {
  const items = selectItemsWithReadableComments(viewer).select('content.id')
  return sql<boolean>`exists (select from comments
    where comments.id = cause.subject_id and comments.moderation = 'approved' and comments.content_id in (${items}))`
}

/** False if the viewer is an adult and the actor is a minor whom the viewer does not follow (decisions/058). */
function isFollowedOrNotMinor(viewer: Member): RawBuilder<boolean> {
  if (!viewer.isAdult) return sql<boolean>`true`
  return sql<boolean>`(${followExists('cause.user_id', 'cause.actor_id', 'approved')} or not ${isMinor(sql.ref('cause.actor_id'))})`
}

function followExists(
  follower: string,
  followed: string,
  state: 'pending' | 'approved',
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from follows where follower_id = ${sql.ref(follower)}
    and followed_id = ${sql.ref(followed)} and follows.state = ${sql.lit(state)} and follows.declined_at is null)`
}

/** The conditions for notifications that no other person causes. */
const ownConditions = {
  upload_ready: sql`content.stream_status = 'ready'`,
  upload_failed: sql`content.stream_status = 'failed'`,
  replacement_ready: sql`content.stream_status = 'ready'`,
  replacement_failed: sql`exists (select from stream_replacements
      where stream_replacements.content_id = content.id and stream_replacements.state in ('refused', 'failed')
        and stream_replacements.finished_at <= notifications.created_at)`,
  export_ready: sql`exists (select from data_exports
      where data_exports.user_id = notifications.user_id and data_exports.expires_at > now())`,
  turned_twenty: sql`true`,
  decision: sql`exists (select from decisions
      where decisions.user_id = notifications.user_id and decisions.action <> 'dismiss')`,
}

function isNotificationStillTrue(viewer: Member, kind?: NotificationKind): RawBuilder<boolean> {
  const isCaused = (caused?: CausedKind) => sql`exists (select from notification_causes as cause
      where cause.notification_id = notifications.id and ${isNotificationCauseValid(viewer, caused)})`
  if (kind) {
    const condition = kind in ownConditions ? ownConditions[kind as OwnKind] : isCaused(kind as CausedKind)
    return sql<boolean>`(notifications.kind = ${sql.lit(kind)} and ${condition})`
  }
  const own = Object.entries(ownConditions).map(
    ([one, condition]) => sql`when ${sql.lit(one)} then ${condition}`,
  )
  return sql<boolean>`case notifications.kind ${sql.join(own, sql` `)} else ${isCaused()} end`
}

type OwnKind = keyof typeof ownConditions
