import { sql } from 'kysely'
import { adjustContentCounter } from '#server/content/content-counters.ts'
import { emitEvent } from '#server/domain-events.ts'
import { hasOpenCase } from '#server/access-policy/moderation-case-conditions.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { loadOwnCommentForUpdate } from './comment-permissions.ts'
import { eraseComments } from './erase-comments.ts'

/** Deletes the viewer's own comment or chat message and removes it from open pages. */
export async function deleteOwnComment(viewer: Member, id: string): Promise<undefined> {
  await transaction(async (tx) => {
    const found = await loadOwnCommentForUpdate(tx, viewer, id)
    await deleteOrHideComment(tx, id)
    if (found.moderation === 'approved' && found.broadcast_ms === null)
      await adjustContentCounter(tx, found.content_id, 'comments_count', -1)
    await emitEvent(tx, { type: 'comment_deleted', contentId: found.content_id, commentId: id })
  })
}

/**
 * Deletes a comment. While a moderation case about the comment is open, a deleted comment is only hidden; it
 * is erased when the case closes.
 */
export async function deleteOrHideComment(tx: Tx, id: string): Promise<void> {
  if (await hasOpenCase(tx, 'comment_id', id))
    await tx.updateTable('comments').set({ moderation: 'deleted' }).where('id', '=', id).execute()
  else await eraseComments(tx, sql<boolean>`comments.id = ${id}`)
}
