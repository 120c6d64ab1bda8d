import { type CommentState, mayMove } from '#contract/moderation.ts'
import { Refusal } from '#contract/refusals.ts'
import { recount } from '../content/recount.ts'
import { announce } from '../events.ts'
import type { Tx } from '../platform/db/db.ts'
import { peopleAtWork } from '../safety/people.ts'
import { isAway } from '../safety/profile.ts'

/** Moves a comment; the item's number and its open pages follow. */
export async function moveComment(tx: Tx, id: string, to: CommentState): Promise<string> {
  const row = await peopleAtWork(tx)
    .innerJoin('comments', 'comments.user_id', 'profiles.user_id')
    .select(['comments.id', 'content_id', 'comments.user_id', 'body', 'comments.created_at'])
    .select(['comments.moderation', 'username', 'avatar_url', isAway().as('is_away')])
    .where('comments.id', '=', id)
    .forUpdate('comments')
    .executeTakeFirst()
  if (!row) throw new Refusal('comment_not_found')
  const { moderation: from, content_id: contentId, is_away, ...comment } = row
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
    await announce(tx, {
      what: 'comment_posted',
      comment: { ...comment, content_id: contentId, folded: false, created_at },
    })
  }
  return from
}
