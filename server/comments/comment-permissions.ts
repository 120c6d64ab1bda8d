import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '#contract/errors/api-error.ts'
import { commentEditMinutes } from '#contract/limits.ts'
import { selectWatchableItems } from '#server/access-policy/content-queries.ts'
import { isPersonVisible } from '#server/access-policy/profile-queries.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'

/**
 * Locks the viewer's own comment. Only the author of a comment can edit and delete it: throws `forbidden` for other
 * people's comments, and `comment_not_found` for comments that the viewer cannot read.
 */
export async function lockOwnComment(tx: Tx, viewer: Member, id: string) {
  const found = await tx
    .selectFrom('comments')
    .select(['id', 'content_id', 'user_id', 'body', 'moderation', 'held_for'])
    .select(sql<boolean>`created_at > now() - make_interval(mins => ${commentEditMinutes})`.as('is_editable'))
    .where('id', '=', id)
    .where('moderation', 'in', ['approved', 'held'])
    .where(isCommentAccessibleTo(viewer))
    // The access check is part of this query, so that response times do not reveal comments under hidden
    // items.
    .where('content_id', 'in', selectWatchableItems(viewer, tx).select('content.id'))
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new ApiError('comment_not_found')
  if (found.user_id !== viewer.id) throw new ApiError('forbidden')
  return found
}

/** Matches the viewer's own comments, and approved comments by people whom the viewer can see. */
function isCommentAccessibleTo(viewer: Member): RawBuilder<boolean> {
  return sql<boolean>`(comments.user_id = ${viewer.id}
    or (comments.moderation = 'approved' and ${isPersonVisible(viewer, sql.ref('comments.user_id'))}))`
}
