import { type CommentModerationState, isAllowedTransition } from '#contract/moderation/moderation-states.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { recountLikesAndComments } from '#server/content/recount-counters.ts'
import { emitEvent } from '#server/domain-events.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { isAccountHidden } from '#server/access-policy/visible-profiles.ts'
import { emitChatMessage } from '#server/comments/chat/chat-messages.ts'
import { allCommentMentionsSql } from '#server/comments/comment-mentions.ts'
import {
  commentColumns,
  commentLikesCount,
  presentCommentForLiveUpdates,
  threadAuthorIdSql,
} from '#server/comments/present-comment.ts'

/**
 * Changes the state of a comment, updates the item's comment count and notifies open pages. Returns the
 * previous state.
 */
export async function changeCommentState(tx: Tx, id: string, to: CommentModerationState): Promise<string> {
  const row = await selectPeopleWithoutAccessCheck(tx)
    .innerJoin('comments', 'comments.user_id', 'profiles.user_id')
    .select(commentColumns)
    .select([
      'profiles.user_id',
      'comments.moderation',
      'comments.broadcast_ms',
      'username',
      'avatar_url',
      'is_minor',
      threadAuthorIdSql,
    ])
    .select([commentLikesCount, allCommentMentionsSql])
    .select(isAccountHidden().as('is_away'))
    .where('comments.id', '=', id)
    .forUpdate('comments')
    .executeTakeFirst()
  if (!row) throw new ApiError('comment_not_found')
  const { moderation: from, is_away, broadcast_ms, ...comment } = row
  const contentId = comment.content_id
  if (!isAllowedTransition('comment', from, to)) throw new ApiError('move_refused')
  // When a comment no longer awaits approval, the reasons for holding it are cleared.
  const settled = to !== 'held' && { held_for: null, hold_reasons: [] }
  await tx
    .updateTable('comments')
    .set({ moderation: to, ...settled })
    .where('id', '=', id)
    .execute()
  await recountLikesAndComments(tx, contentId)
  if (from === 'approved') await emitEvent(tx, { type: 'comment_deleted', contentId, commentId: id })
  if (to !== 'approved' || is_away) return from
  if (broadcast_ms !== null) await emitChatMessage(tx, id)
  else
    await emitEvent(tx, {
      type: 'comment_posted',
      comment: presentCommentForLiveUpdates({ ...comment, folded: false }),
    })
  return from
}
