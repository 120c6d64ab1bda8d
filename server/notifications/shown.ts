import { type RawBuilder, sql } from 'kysely'
import { type Db, db } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { openableItems } from '../safety/items.ts'
import { isPresent } from '../safety/people.ts'

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

/** The like is still given, the comment still there, its author there for the viewer. Speaks of `cause` (notification_causes). */
export function causeStands(viewer: Member): RawBuilder<boolean> {
  return sql<boolean>`${isPresent(viewer, sql.ref('cause.actor_id'))} and case cause.kind
    when 'like' then exists (select from likes
      where likes.content_id = cause.subject_id and likes.user_id = cause.actor_id)
    when 'comment' then exists (select from comments
      where comments.id = cause.subject_id and comments.moderation = 'approved')
    else false end`
}

function stands(viewer: Member): RawBuilder<boolean> {
  return sql<boolean>`case notifications.kind
    when 'upload_ready' then content.stream_status = 'ready'
    when 'upload_failed' then content.stream_status = 'failed'
    when 'export_ready' then exists (select from exports
      where exports.user_id = notifications.user_id and exports.expires_at > now())
    when 'turned_twenty' then true
    else exists (select from notification_causes as cause
      where cause.notification_id = notifications.id and ${causeStands(viewer)}) end`
}
