import { type CommentState, mayMove } from '#contract/moderation.ts'
import { Refusal } from '#contract/refusals.ts'
import { recount } from '../content/recount.ts'
import { announce } from '../events.ts'
import type { Tx } from '../platform/db/db.ts'
import { peopleAtWork } from '../safety/people.ts'
import { isAway } from '../safety/profile.ts'
import { forMinors } from '../safety/shown-text.ts'

/** Moves a comment; the item's number and its open pages follow. */
export async function moveComment(tx: Tx, id: string, to: CommentState): Promise<string> {
  const row = await peopleAtWork(tx)
    .innerJoin('comments', 'comments.user_id', 'profiles.user_id')
    .select(['comments.id', 'content_id', 'comments.user_id', 'body', 'comments.created_at'])
    .select(['comments.moderation', 'username', 'avatar_url', 'is_minor', isAway().as('is_away')])
    .where('comments.id', '=', id)
    .forUpdate('comments')
    .executeTakeFirst()
  if (!row) throw new Refusal('comment_not_found')
  const { moderation: from, content_id: contentId, is_away, is_minor, ...comment } = row
  if (!mayMove('comment', from, to)) throw new Refusal('move_refused')
  // Whoever waited for somebody's yes waits no longer.
  const settled = to !== 'held' && { held_for: null, held_why: [] }
  await tx
    .updateTable('comments')
    .set({ moderation: to, ...settled })
    .where('id', '=', id)
    .execute()
  await recount(tx, contentId)
  if (from === 'approved') await announce(tx, { what: 'comment_deleted', contentId, commentId: id })
  if (to === 'approved' && !is_away) {
    const created_at = comment.created_at.toISOString()
    // Open pages can't tell who is a minor.
    const body = is_minor ? forMinors(comment.body) : comment.body
    await announce(tx, {
      what: 'comment_posted',
      comment: { ...comment, body, content_id: contentId, folded: false, created_at },
    })
  }
  return from
}
