import { sql } from 'kysely'
import type { CommentPermission } from '#contract/engagement/comment-modes.ts'
import type { Comment, postComment } from '#contract/engagement/comments.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { emitEvent } from '#server/domain-events.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { loadCommentPolicy } from '#server/access-policy/comment-policy.ts'
import { enforceCrossProcessRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { selectOwnProfile } from '#server/access-policy/profile-queries.ts'
import { shouldHoldContactDetails, checkUserText } from '#server/text-moderation/check-user-text.ts'
import { containsBlockedWord } from './blocked-words.ts'
import { isLastFragmentOfContactDetail } from './contact-details-across-comments.ts'

export type CommentInput = Omit<ParsedInputOf<typeof postComment>['body'], 'reply_to'>

export interface CheckedComment {
  /** The id of the item's creator. */
  ownerId: string
  /** The text to store. Profanity that the author posts despite a warning is masked. */
  text: string
  /** The person who has to approve the comment before others can see it, or null if no approval is needed. */
  heldFor: 'moderators' | 'owner' | null
  holdReasons: string[]
}

/**
 * Checks whether the viewer may comment on the item, and moderates the text of a new or edited comment.
 * `editedId` is the id of the comment that the text replaces, and `activity` is what the text counts as.
 */
export async function checkComment(
  tx: Tx,
  viewer: Member,
  contentId: string,
  { body, anyway }: CommentInput,
  { editedId, activity = 'comments' }: { editedId?: string; activity?: 'comments' | 'chat' } = {},
): Promise<CheckedComment> {
  const {
    ownerId,
    permission,
    holdsSuspicious,
    usesStrictLists: isStrict,
  } = await loadCommentPolicy(viewer, contentId, tx)
  await assertNotMuted(tx, viewer)
  assertCanComment(permission)
  const read = checkUserText('comment', body, { band: viewer.band, anyway, holdsSuspicious, isStrict })
  await enforceCrossProcessRateLimit(tx, activity, viewer.id)
  const completes =
    read.held.length === 0 &&
    shouldHoldContactDetails(viewer.band, holdsSuspicious) &&
    (await isLastFragmentOfContactDetail(tx, viewer.id, contentId, body, editedId))
  const holdReasons = [
    ...read.held,
    ...(completes ? ['private_details'] : []),
    ...(await newAccountHoldReasons(tx, viewer)),
  ]
  const needsOwner =
    permission === 'held' || (ownerId !== viewer.id && (await containsBlockedWord(tx, ownerId, body)))
  const heldFor = holdReasons.length > 0 ? 'moderators' : needsOwner ? 'owner' : null
  return { ownerId, text: read.text, heldFor, holdReasons }
}

/** Announces that a moderator has to review a comment. */
export function emitCommentHeld(
  tx: Tx,
  comment: Pick<Comment, 'id' | 'content_id' | 'user_id'>,
  why: string[],
): Promise<void> {
  const { id: commentId, content_id: contentId, user_id: userId } = comment
  return emitEvent(tx, { type: 'text_held', subject: 'comment', contentId, commentId, userId, why })
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
  if (may === 'nobody' || may === 'off') throw new ApiError('comments_off')
  if (may === 'followers') throw new ApiError('comments_followers')
}

/**
 * Returns the reason for holding a new account's comments for a moderator. An account is new while it has
 * fewer approved comments than the configured number.
 */
async function newAccountHoldReasons(tx: Tx, viewer: Member): Promise<string[]> {
  if (getSetting('hold_first_comments') === 0) return []
  const { seen } = await tx
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('seen'))
    .where('user_id', '=', viewer.id)
    .where('moderation', '=', 'approved')
    .executeTakeFirstOrThrow()
  return seen < getSetting('hold_first_comments') ? ['newcomer'] : []
}
