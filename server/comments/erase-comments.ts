import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/db/db.ts'

/**
 * Erases the comments that match a condition on `comments`. If a comment starts a thread with replies by
 * other people, an empty row without an author remains until the last reply is erased.
 */
export async function eraseComments(tx: Tx, matches: RawBuilder<boolean>): Promise<void> {
  // Replies are erased first, so that a thread by only one person is erased completely.
  const replies = await tx
    .deleteFrom('comments')
    .where('parent_id', 'is not', null)
    .where(matches)
    .returning('parent_id')
    .execute()
  const emptied = await tx
    .updateTable('comments')
    .set({
      moderation: 'deleted',
      body: '',
      user_id: null,
      held_for: null,
      hold_reasons: [],
      edited_at: null,
      pinned_at: null,
      hearted_at: null,
    })
    .where(matches)
    .where(hasReplies)
    .returning('id')
    .execute()
  if (emptied.length > 0) {
    const ids = emptied.map(({ id }) => id)
    for (const table of ['comment_edits', 'comment_likes', 'comment_mentions'] as const)
      await tx.deleteFrom(table).where('comment_id', 'in', ids).execute()
  }
  await tx.deleteFrom('comments').where(matches).where('user_id', 'is not', null).execute()
  await deleteEmptyThreads(
    tx,
    replies.map((reply) => reply.parent_id!),
  )
}

const hasReplies = sql<boolean>`exists (select from comments reply where reply.parent_id = comments.id)`

async function deleteEmptyThreads(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('comments')
    .where('id', 'in', ids)
    .where('user_id', 'is', null)
    .where(sql<boolean>`not ${hasReplies}`)
    .execute()
}
