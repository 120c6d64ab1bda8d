import { type RawBuilder, sql } from 'kysely'
import { type Db, db } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { watchable } from '../safety/visible.ts'

/** One's own entries that still say something true about something one may see: the beginning of every reading. */
export function shown(viewer: Member, from: Db = db) {
  return from
    .selectFrom('notifications')
    .innerJoin('content', 'content.id', 'notifications.content_id')
    .innerJoin('profiles as creator', 'creator.user_id', 'content.user_id')
    .where('notifications.user_id', '=', viewer.id)
    .where(watchable(viewer))
    .where(stands)
}

/** The like is still given, the comment still there, its author not leaving. Speaks of `cause` (notification_causes). */
export const causeStands: RawBuilder<boolean> = sql<boolean>`exists (select from profiles as actor
  where actor.user_id = cause.actor_id and actor.leaving_at is null) and case cause.kind
  when 'like' then exists (select from likes
    where likes.content_id = cause.subject_id and likes.user_id = cause.actor_id)
  when 'comment' then exists (select from comments
    where comments.id = cause.subject_id and comments.moderation = 'approved')
  else false end`

const stands = sql<boolean>`case notifications.kind
  when 'upload_ready' then content.stream_status = 'ready'
  when 'upload_failed' then content.stream_status = 'failed'
  else exists (select from notification_causes as cause
    where cause.notification_id = notifications.id and ${causeStands}) end`
