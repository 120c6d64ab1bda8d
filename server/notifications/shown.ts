import { type RawBuilder, sql } from 'kysely'
import { type Db, db } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { openableItems } from '../safety/items.ts'
import { isPresent } from '../safety/people.ts'
import { isMuted } from '../safety/profile.ts'

/** One's own entries that still say something true, about something one may see or about no item: the beginning of every reading. */
export function shown(viewer: Member, from: Db = db) {
  return from
    .selectFrom('notifications')
    .leftJoin(openableItems(viewer, from).selectAll('content').as('content'), (join) =>
      join.onRef('content.id', '=', 'notifications.content_id'),
    )
    .where('notifications.user_id', '=', viewer.id)
    .where(({ eb, or }) => or([eb('notifications.content_id', 'is', null), eb('content.id', 'is not', null)]))
    .where(stands(viewer))
}

/**
 * The like is still given, the comment still there, the request still open, and whoever did it there for the viewer and not
 * muted. Speaks of `cause` (notification_causes).
 */
export function causeStands(viewer: Member): RawBuilder<boolean> {
  const actor = sql.ref('cause.actor_id')
  return sql<boolean>`${isPresent(viewer, actor)} and not ${isMuted(viewer, actor)} and case cause.kind
    when 'like' then exists (select from likes
      where likes.content_id = cause.subject_id and likes.user_id = cause.actor_id)
    when 'comment' then exists (select from comments
      where comments.id = cause.subject_id and comments.moderation = 'approved')
    when 'follow_request' then ${follows('cause.actor_id', 'cause.user_id', 'pending')}
    when 'new_follower' then ${follows('cause.actor_id', 'cause.user_id', 'approved')}
    when 'follow_approved' then ${follows('cause.user_id', 'cause.actor_id', 'approved')}
    else false end`
}

function follows(follower: string, followed: string, state: 'pending' | 'approved'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from follows where follower_id = ${sql.ref(follower)}
    and followed_id = ${sql.ref(followed)} and follows.state = ${sql.lit(state)} and follows.declined_at is null)`
}

function stands(viewer: Member): RawBuilder<boolean> {
  return sql<boolean>`case notifications.kind
    when 'upload_ready' then content.stream_status = 'ready'
    when 'upload_failed' then content.stream_status = 'failed'
    when 'export_ready' then exists (select from exports
      where exports.user_id = notifications.user_id and exports.expires_at > now())
    when 'turned_twenty' then true
    when 'decision' then exists (select from decisions
      where decisions.user_id = notifications.user_id and decisions.action <> 'dismiss')
    else exists (select from notification_causes as cause
      where cause.notification_id = notifications.id and ${causeStands(viewer)}) end`
}
