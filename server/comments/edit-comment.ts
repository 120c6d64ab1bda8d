import { sql } from 'kysely'
import type { Comment } from '#contract/engagement/comments.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { adjustContentCounter } from '#server/content/content-counters.ts'
import { emitEvent } from '#server/domain-events.ts'
import { transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { selectOwnProfile } from '#server/access-policy/profile-queries.ts'
import { updateMentions } from './comment-mentions.ts'
import { checkComment, type CommentInput, emitCommentHeld } from './check-comment.ts'
import { loadOwnCommentForUpdate } from './comment-permissions.ts'
import { commentColumns, commentLikesCount, presentComment, threadAuthorIdSql } from './present-comment.ts'

/**
 * Edits the viewer's own comment within `commentEditMinutes` minutes after it was posted. The edited text is
 * checked in the same way as a new comment, and the previous text is kept for moderators. If someone has to
 * review the new text, the comment disappears from other people's pages.
 */
export async function editOwnComment(viewer: Member, id: string, input: CommentInput): Promise<Comment> {
  enforceRateLimit('comments', viewer.id)
  return transaction(async (tx) => {
    const before = await loadOwnCommentForUpdate(tx, viewer, id)
    if (!before.is_editable) throw new ApiError('comment_edit_expired')
    const wasApproved = before.moderation === 'approved'
    if (!wasApproved && before.held_for !== 'owner') throw new ApiError('comment_in_review')
    const checked = await checkComment(tx, viewer, before.content_id, input, { editedId: id })
    // A comment that already awaits the creator's approval still needs that approval after the edit.
    const heldFor = checked.heldFor ?? (wasApproved ? null : 'owner')
    const isChanged = checked.text !== before.body
    if (isChanged)
      await tx.insertInto('comment_edits').values({ comment_id: id, body: before.body }).execute()
    const row = await tx
      .updateTable('comments')
      .set({
        moderation: heldFor ? 'held' : 'approved',
        held_for: heldFor,
        hold_reasons: checked.holdReasons,
      })
      .$if(isChanged, (comment) => comment.set({ body: checked.text, edited_at: sql<Date>`now()` }))
      .where('id', '=', id)
      .returning([...commentColumns, 'moderation', 'held_for', threadAuthorIdSql, commentLikesCount])
      .returning(selectOwnProfile(viewer.id, tx).select('avatar_url').as('avatar_url'))
      .executeTakeFirstOrThrow()
    const edited = presentComment({
      ...row,
      user_id: viewer.id,
      username: viewer.username,
      folded: false,
      mentions: await updateMentions(tx, viewer, id, row.body),
    })
    if (wasApproved && heldFor) {
      await adjustContentCounter(tx, row.content_id, 'comments_count', -1)
      await emitEvent(tx, { type: 'comment_deleted', contentId: row.content_id, commentId: id })
    }
    if (heldFor === 'moderators') await emitCommentHeld(tx, edited, checked.holdReasons)
    const { thread_user_id } = row
    if (isChanged && !heldFor)
      await emitEvent(tx, { type: 'comment_edited', comment: { ...edited, thread_user_id } })
    return edited
  })
}
