import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '#contract/errors/api-error.ts'
import { commentEditMinutes } from '#contract/engagement/comment-limits.ts'
import {
  selectItemsWithReadableComments,
  selectWatchableItems,
} from '#server/access-policy/content-queries.ts'
import { isPersonVisible } from '#server/access-policy/profile-queries.ts'
import { db, type Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'

/**
 * Locks the viewer's own comment. Only the author of a comment can edit and delete it: throws `forbidden` for
 * other people's comments, and `comment_not_found` for comments that the viewer cannot read.
 */
export async function loadOwnCommentForUpdate(tx: Tx, viewer: Member, id: string) {
  const found = await tx
    .selectFrom('comments')
    .select(['id', 'content_id', 'user_id', 'body', 'moderation', 'held_for', 'broadcast_ms'])
    // Chat messages cannot be edited, because other people have already answered them.
    .select(
      sql<boolean>`(broadcast_ms is null and created_at > now() - make_interval(mins => ${commentEditMinutes}))`.as(
        'is_editable',
      ),
    )
    .where('id', '=', id)
    .where('moderation', 'in', ['approved', 'held'])
    .where(isCommentAccessibleTo(viewer))
    // The access check is part of this query, so that response times do not reveal comments on hidden items.
    .where('content_id', 'in', selectWatchableItems(viewer, tx).select('content.id'))
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new ApiError('comment_not_found')
  if (found.user_id !== viewer.id) throw new ApiError('forbidden')
  return found
}

/**
 * Locks the parent comment, so that it cannot be erased before the reply is stored. Throws
 * `comment_not_found` if the viewer cannot read the parent comment or the comment that starts its thread.
 */
export async function lockParentComment(tx: Tx, viewer: Member, contentId: string, id: string) {
  const found = await tx
    .selectFrom('comments')
    .leftJoin('comments as thread', 'thread.id', 'comments.parent_id')
    .select(['comments.user_id', sql<string>`coalesce(thread.id, comments.id)`.as('thread_id')])
    .select(
      sql<string | null>`case when thread.id is null then comments.user_id else thread.user_id end`.as(
        'thread_user_id',
      ),
    )
    .where('comments.id', '=', id)
    .where('comments.content_id', '=', contentId)
    .where('comments.broadcast_ms', 'is', null)
    .where('comments.moderation', '=', 'approved')
    .where(isPersonVisible(viewer, sql.ref('comments.user_id')))
    .where(isThreadAuthorVisible(viewer))
    .forKeyShare('comments')
    .executeTakeFirst()
  if (!found) throw new ApiError('comment_not_found')
  return found
}

/**
 * Throws `comment_not_found` unless both the viewer and other people can read the comment, and for chat
 * messages.
 */
export async function requireVisibleComment(viewer: Member, id: string): Promise<void> {
  const found = await db
    .selectFrom('comments')
    .leftJoin('comments as thread', 'thread.id', 'comments.parent_id')
    .select('comments.id')
    .where('comments.id', '=', id)
    .where('comments.broadcast_ms', 'is', null)
    .where('comments.moderation', '=', 'approved')
    .where(isPersonVisible(viewer, sql.ref('comments.user_id')))
    .where(isThreadAuthorVisible(viewer))
    .where('comments.content_id', 'in', selectItemsWithReadableComments(viewer).select('content.id'))
    .executeTakeFirst()
  if (!found) throw new ApiError('comment_not_found')
}

/**
 * Whether the viewer can see the person who started a thread. The query must join the comment that starts the
 * thread under the alias `thread`.
 */
export function isThreadAuthorVisible(viewer: Member): RawBuilder<boolean> {
  return sql<boolean>`(thread.id is null or thread.user_id is null or thread.user_id = ${viewer.id}
    or ${isPersonVisible(viewer, sql.ref('thread.user_id'))})`
}

/** Matches the viewer's own comments, and approved comments by people whom the viewer can see. */
function isCommentAccessibleTo(viewer: Member): RawBuilder<boolean> {
  return sql<boolean>`(comments.user_id = ${viewer.id}
    or (comments.moderation = 'approved' and ${isPersonVisible(viewer, sql.ref('comments.user_id'))}))`
}
