import { sql } from 'kysely'
import type { listRemovedChatMessages } from '#contract/broadcasts/chat.ts'
import { chatLimits } from '#contract/broadcasts/chat-limits.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectOwnItems, selectWatchableItems } from '#server/access-policy/content-queries.ts'
import { isPersonVisible, selectVisiblePeople } from '#server/access-policy/profile-queries.ts'
import { emitEvent } from '#server/domain-events.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { deleteOrHideComment } from '../delete-comment.ts'
import { loadOwnChatRole } from './chat-role.ts'

/**
 * Deletes the viewer's own message, or removes one by another person. Only the creator of the broadcast and the
 * creator's helpers may remove messages, and helpers cannot remove those of the creator.
 */
export async function removeMessage(viewer: Member, contentId: string, id: string): Promise<undefined> {
  enforceRateLimit('chatModeration', viewer.id)
  await transaction(async (tx) => {
    const { user_id, owner_id } = await lockVisibleMessage(tx, viewer, contentId, id)
    if (user_id === viewer.id) await deleteOrHideComment(tx, id)
    else {
      const role = await loadOwnChatRole(viewer, owner_id, tx)
      if (role === null || user_id === owner_id) throw new ApiError('forbidden')
      await tx.updateTable('comments').set({ moderation: 'removed' }).where('id', '=', id).execute()
      await tx
        .insertInto('chat_removals')
        .values({ comment_id: id, removed_by: viewer.id })
        .onConflict((row) =>
          row.column('comment_id').doUpdateSet({ removed_by: viewer.id, removed_at: sql<Date>`now()` }),
        )
        .execute()
    }
    await emitEvent(tx, { type: 'comment_deleted', contentId, commentId: id })
  })
}

async function lockVisibleMessage(tx: Tx, viewer: Member, contentId: string, id: string) {
  const row = await tx
    .selectFrom('comments')
    .innerJoin('broadcasts', 'broadcasts.content_id', 'comments.content_id')
    .select(['comments.user_id', 'broadcasts.user_id as owner_id'])
    .where('comments.id', '=', id)
    .where('comments.content_id', '=', contentId)
    .where('comments.broadcast_ms', 'is not', null)
    .where(
      sql<boolean>`(comments.user_id = ${viewer.id} and comments.moderation in ('approved', 'held')
        or comments.moderation = 'approved' and ${isPersonVisible(viewer, sql.ref('comments.user_id'))}
        or comments.held_for = 'owner' and broadcasts.user_id = ${viewer.id} and comments.moderation = 'held')`,
    )
    // The access check is part of this query, so that response times do not reveal messages on hidden items.
    .where('comments.content_id', 'in', selectWatchableItems(viewer, tx).select('content.id'))
    .forUpdate('comments')
    .executeTakeFirst()
  if (!row) throw new ApiError('comment_not_found')
  return row
}

/** Lists the messages that the creator of a broadcast or the creator's helpers have removed, newest first. */
export async function listRemovals(
  viewer: Member,
  contentId: string,
): Promise<ResponseOf<typeof listRemovedChatMessages>> {
  const own = await selectOwnItems(viewer.id)
    .innerJoin('broadcasts', 'broadcasts.content_id', 'content.id')
    .select('content.id')
    .where('content.id', '=', contentId)
    .executeTakeFirst()
  if (!own) throw new ApiError('content_not_found')
  const rows = await selectVisiblePeople(viewer)
    .innerJoin('comments', 'comments.user_id', 'profiles.user_id')
    .innerJoin('chat_removals', 'chat_removals.comment_id', 'comments.id')
    .leftJoin(
      selectVisiblePeople(viewer).select(['user_id', 'username']).as('remover'),
      'remover.user_id',
      'chat_removals.removed_by',
    )
    .select([
      'comments.id',
      'profiles.username',
      'comments.body',
      'remover.username as removed_by',
      'removed_at',
    ])
    .where('comments.content_id', '=', contentId)
    .where('comments.moderation', '=', 'removed')
    .orderBy('removed_at', 'desc')
    .limit(chatLimits.maxListedRemovals)
    .execute()
  return { items: rows.map((row) => ({ ...row, removed_at: row.removed_at.toISOString() })) }
}
