import type { Comment } from '#contract/engagement/comments.ts'
import { adjustContentCounter } from '#server/content/content-counters.ts'
import { emitEvent } from '#server/domain-events.ts'
import { transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { enforceFirstDayLimit } from '#server/safety-settings/first-day-limits.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { selectOwnProfile } from '#server/access-policy/profile-queries.ts'
import { saveMentions } from './comment-mentions.ts'
import { checkComment, type CommentInput, emitCommentHeld } from './check-comment.ts'
import { lockParentComment } from './comment-permissions.ts'
import { commentColumns, presentComment } from './present-comment.ts'

/**
 * Posts a comment or a reply. The comment appears on open pages immediately unless it must be reviewed first.
 */
export async function createComment(
  viewer: Member,
  contentId: string,
  { reply_to, ...input }: CommentInput & { reply_to?: string | undefined },
): Promise<Comment> {
  enforceRateLimit('comments', viewer.id)
  return transaction(async (tx) => {
    const { text, heldFor, holdReasons } = await checkComment(tx, viewer, contentId, input)
    await enforceFirstDayLimit(tx, viewer.id, 'comments')
    const replied = reply_to ? await lockParentComment(tx, viewer, contentId, reply_to) : undefined
    const row = await tx
      .insertInto('comments')
      .values({
        content_id: contentId,
        user_id: viewer.id,
        parent_id: replied?.thread_id ?? null,
        reply_to_user_id: replied?.user_id ?? null,
        body: text,
        ...(heldFor && { moderation: 'held' as const, held_for: heldFor, hold_reasons: holdReasons }),
      })
      .returning([...commentColumns, 'moderation', 'held_for'])
      .returning(selectOwnProfile(viewer.id, tx).select('avatar_url').as('avatar_url'))
      .executeTakeFirstOrThrow()
    const posted = presentComment({
      ...row,
      user_id: viewer.id,
      username: viewer.username,
      folded: false,
      likes_count: 0,
      mentions: await saveMentions(tx, viewer, row.id, text),
    })
    if (heldFor === 'moderators') await emitCommentHeld(tx, posted, holdReasons)
    if (heldFor) return posted
    await adjustContentCounter(tx, contentId, 'comments_count', 1)
    const thread_user_id = replied?.thread_user_id ?? null
    await emitEvent(tx, { type: 'comment_posted', comment: { ...posted, thread_user_id } })
    return posted
  })
}
