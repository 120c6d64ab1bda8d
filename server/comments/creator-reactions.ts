import { sql } from 'kysely'
import { ApiError } from '#contract/errors/api-error.ts'
import { emitEvent } from '#server/domain-events.ts'
import { selectOwnItems, selectWatchableItems } from '#server/access-policy/content-queries.ts'
import { isPersonVisible } from '#server/access-policy/profile-queries.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'

/** Pins a comment above all others on the viewer's own video. Unpins the comment that was pinned before. */
export async function setCommentPinned(viewer: Member, id: string, pinned: boolean): Promise<undefined> {
  enforceRateLimit('likes', viewer.id)
  await transaction(async (tx) => {
    await lockOwnVideoOfComment(tx, viewer, id)
    const { content_id: contentId, parent_id } = await lockApprovedCommentOnOwnVideo(tx, viewer, id)
    // Replies cannot be pinned, because they are always listed oldest first.
    if (parent_id) throw new ApiError('comment_not_found')
    const others = await tx
      .updateTable('comments')
      .set({ pinned_at: null })
      .where('content_id', '=', contentId)
      .where('pinned_at', 'is not', null)
      .where('id', '!=', id)
      .returning('id')
      .execute()
    await tx
      .updateTable('comments')
      .set({ pinned_at: pinned ? sql<Date>`coalesce(pinned_at, now())` : null })
      .where('id', '=', id)
      .execute()
    for (const { id: commentId } of others)
      await emitEvent(tx, { type: 'comment_reactions_changed', contentId, commentId, pinned: false })
    await emitEvent(tx, { type: 'comment_reactions_changed', contentId, commentId: id, pinned })
  })
}

/** Adds the creator's heart to a comment on the viewer's own video. */
export async function setCommentHeart(viewer: Member, id: string, hearted: boolean): Promise<undefined> {
  enforceRateLimit('likes', viewer.id)
  await transaction(async (tx) => {
    const { content_id: contentId } = await lockApprovedCommentOnOwnVideo(tx, viewer, id)
    await tx
      .updateTable('comments')
      .set({ hearted_at: hearted ? sql<Date>`coalesce(hearted_at, now())` : null })
      .where('id', '=', id)
      .execute()
    await emitEvent(tx, { type: 'comment_reactions_changed', contentId, commentId: id, hearted })
  })
}

/**
 * Makes concurrent pins on the same video wait for each other, because only one comment of a video can be
 * pinned.
 */
async function lockOwnVideoOfComment(tx: Tx, viewer: Member, id: string): Promise<void> {
  await selectOwnItems(viewer.id, tx)
    .select('content.id')
    .where('content.id', 'in', tx.selectFrom('comments').select('content_id').where('id', '=', id))
    .forUpdate('content')
    .execute()
}

async function lockApprovedCommentOnOwnVideo(tx: Tx, viewer: Member, id: string) {
  const row = await tx
    .selectFrom('comments')
    .select(['content_id', 'parent_id'])
    .where('id', '=', id)
    .where('broadcast_ms', 'is', null)
    .where('moderation', '=', 'approved')
    .where('content_id', 'in', selectOwnItems(viewer.id, tx).select('content.id'))
    .where('content_id', 'in', selectWatchableItems(viewer, tx).select('content.id'))
    .where(isPersonVisible(viewer, sql.ref('comments.user_id')))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ApiError('comment_not_found')
  return row
}
