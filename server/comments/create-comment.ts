import { sql } from 'kysely'
import type { Comment, CommentPermission, postComment } from '#contract/engagement/comments.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { adjustContentCounter } from '#server/content/content-counters.ts'
import { emitEvent } from '#server/domain-events.ts'
import { config } from '../platform/config.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { loadCommentPolicy } from '#server/access-policy/comment-policy.ts'
import { enforceFirstDayLimit } from '#server/safety-settings/first-day-limits.ts'
import { enforceRateLimit, enforceCrossProcessRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { selectOwnProfile } from '#server/access-policy/profile-queries.ts'
import { shouldHoldContactDetails, checkUserText } from '#server/text-moderation/check-user-text.ts'
import { isLastFragmentOfContactDetail } from './contact-details-across-comments.ts'
import { presentComment } from './present-comment.ts'

type CommentInput = ParsedInputOf<typeof postComment>['body']

/** Posts a comment. The comment appears on open pages immediately unless it must be reviewed first. */
export async function createComment(
  viewer: Member,
  contentId: string,
  { body, anyway }: CommentInput,
): Promise<Comment> {
  enforceRateLimit('comments', viewer.id)
  return transaction(async (tx) => {
    const {
      permission,
      holdsSuspicious,
      usesStrictLists: isStrict,
    } = await loadCommentPolicy(viewer, contentId, tx)
    await assertNotMuted(tx, viewer)
    assertCanComment(permission)
    const read = checkUserText('comment', body, { band: viewer.band, anyway, holdsSuspicious, isStrict })
    await enforceCrossProcessRateLimit(tx, 'comments', viewer.id)
    await enforceFirstDayLimit(tx, viewer.id, 'comments')
    const completes =
      read.held.length === 0 &&
      shouldHoldContactDetails(viewer.band, holdsSuspicious) &&
      (await isLastFragmentOfContactDetail(tx, viewer.id, contentId, body))
    const why = [
      ...read.held,
      ...(completes ? ['private_details'] : []),
      ...(await newAccountHoldReasons(tx, viewer)),
    ]
    const held = why.length > 0 ? 'moderators' : permission === 'held' ? 'owner' : null
    const row = await tx
      .insertInto('comments')
      .values({
        content_id: contentId,
        user_id: viewer.id,
        body: read.text,
        ...(held && { moderation: 'held' as const, held_for: held, hold_reasons: why }),
      })
      .returning(['id', 'content_id', 'user_id', 'body', 'created_at', 'moderation', 'held_for'])
      .returning(selectOwnProfile(viewer.id, tx).select('avatar_url').as('avatar_url'))
      .executeTakeFirstOrThrow()
    const posted = presentComment({ ...row, username: viewer.username, folded: false })
    if (held === 'moderators')
      await emitEvent(tx, {
        type: 'text_held',
        subject: 'comment',
        contentId,
        commentId: posted.id,
        userId: viewer.id,
        why,
      })
    if (held) return posted
    await adjustContentCounter(tx, contentId, 'comments_count', 1)
    await emitEvent(tx, { type: 'comment_posted', comment: posted })
    return posted
  })
}

/** Throws `comments_muted` while a moderator's mute is in force. */
async function assertNotMuted(tx: Tx, viewer: Member): Promise<void> {
  const muted = await selectOwnProfile(viewer.id, tx)
    .select('user_id')
    .where('comments_muted_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (muted) throw new ApiError('comments_muted')
}

function assertCanComment(may: CommentPermission): void {
  if (may === 'staff') throw new ApiError('staff_silent')
  if (may === 'nobody') throw new ApiError('comments_off')
  if (may === 'followers') throw new ApiError('comments_followers')
}

/**
 * Returns the reason for holding a new account's comments for a moderator. An account is new while it has
 * fewer approved comments than the configured number.
 */
async function newAccountHoldReasons(tx: Tx, viewer: Member): Promise<string[]> {
  if (config.holdFirstComments === 0) return []
  const { seen } = await tx
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('seen'))
    .where('user_id', '=', viewer.id)
    .where('moderation', '=', 'approved')
    .executeTakeFirstOrThrow()
  return seen < config.holdFirstComments ? ['newcomer'] : []
}
