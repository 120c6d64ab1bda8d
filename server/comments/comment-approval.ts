import { sql } from 'kysely'
import type { putCommentDecision } from '#contract/engagement/comments.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { adjustContentCounter } from '#server/content/content-counters.ts'
import { emitEvent } from '#server/domain-events.ts'
import { transaction, type Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { selectOwnItems, selectWatchableItems } from '#server/access-policy/content-queries.ts'
import { isPersonVisible, selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { isAccountHidden } from '#server/access-policy/visible-profiles.ts'
import { emitChatMessage } from './chat/chat-messages.ts'
import { allCommentMentionsSql } from './comment-mentions.ts'
import {
  commentColumns,
  commentLikesCount,
  presentCommentForLiveUpdates,
  threadAuthorIdSql,
} from './present-comment.ts'

type Decision = ParsedInputOf<typeof putCommentDecision>['body']['decision']

/**
 * Approves or removes a comment, as the owner of the video has decided. The owner can also remove a comment that
 * is already visible. Throws `comment_not_found` for
 * comments that await a moderator.
 */
export async function applyCommentApprovalDecision(
  viewer: Member,
  id: string,
  decision: Decision,
): Promise<undefined> {
  await transaction(async (tx) => {
    const { moderation, content_id, broadcast_ms } = await lockCommentOnOwnVideo(tx, viewer, id, decision)
    if (decision === 'approve') return publishHeldComment(tx, id, broadcast_ms !== null)
    await tx.updateTable('comments').set({ moderation: 'removed' }).where('id', '=', id).execute()
    if (moderation === 'held') return
    if (broadcast_ms === null) await adjustContentCounter(tx, content_id, 'comments_count', -1)
    await emitEvent(tx, { type: 'comment_deleted', contentId: content_id, commentId: id })
  })
}

async function lockCommentOnOwnVideo(tx: Tx, viewer: Member, id: string, decision: Decision) {
  const row = await tx
    .selectFrom('comments')
    .select(['moderation', 'content_id', 'broadcast_ms'])
    .where('id', '=', id)
    .where(({ or, and, eb }) =>
      or([
        and([eb('moderation', '=', 'held'), eb('held_for', '=', 'owner')]),
        ...(decision === 'remove' ? [eb('moderation', '=', 'approved')] : []),
      ]),
    )
    // The ownership check is part of this query, because the response time of a separate check would reveal
    // held comments on other people's videos.
    .where('content_id', 'in', selectOwnItems(viewer.id, tx).select('content.id'))
    .where('content_id', 'in', selectWatchableItems(viewer, tx).select('content.id'))
    .where(isPersonVisible(viewer, sql.ref('comments.user_id')))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ApiError('comment_not_found')
  return row
}

/** Publishes an approved comment as if it had just been posted, unless the author's account is hidden. */
async function publishHeldComment(tx: Tx, id: string, isInChat: boolean): Promise<void> {
  // Clears `held_for`, so that a moderator, and not the video's owner, reviews the comment if it is held
  // again.
  await tx
    .updateTable('comments')
    .set({ moderation: 'approved', held_for: null, hold_reasons: [] })
    .where('id', '=', id)
    .execute()
  if (isInChat) return emitChatMessage(tx, id)
  const { is_away, ...row } = await selectPeopleWithoutAccessCheck(tx)
    .innerJoin('comments', 'comments.user_id', 'profiles.user_id')
    .select(commentColumns)
    .select(['profiles.user_id', 'username', 'avatar_url', 'is_minor', isAccountHidden().as('is_away')])
    .select([threadAuthorIdSql, commentLikesCount, allCommentMentionsSql])
    .where('comments.id', '=', id)
    .executeTakeFirstOrThrow()
  if (is_away) return
  await adjustContentCounter(tx, row.content_id, 'comments_count', 1)
  await emitEvent(tx, {
    type: 'comment_posted',
    comment: presentCommentForLiveUpdates({ ...row, folded: false }),
  })
}
