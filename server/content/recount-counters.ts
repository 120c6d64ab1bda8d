import { sql } from 'kysely'
import { emitEvent } from '#server/domain-events.ts'
import type { Tx } from '../platform/db/db.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { isAccountActive } from '#server/access-policy/profile-queries.ts'

/**
 * Recounts an item's likes and comments in the database, leaving out comments by hidden accounts and chat messages, and
 * publishes the new counts if they changed. As in all other code, the item's row is locked before the
 * live-update topic, to avoid deadlocks.
 */
export async function recountLikesAndComments(tx: Tx, contentId: string): Promise<void> {
  const before = await selectItemsWithoutAccessCheck(tx)
    .select(['likes_count', 'comments_count'])
    .where('id', '=', contentId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return
  const counts = await tx
    .updateTable('content')
    .set({ likes_count: likesCountQuery, comments_count: commentsCountQuery })
    .where('id', '=', contentId)
    .returning(['likes_count', 'comments_count'])
    .executeTakeFirstOrThrow()
  if (counts.likes_count !== before.likes_count || counts.comments_count !== before.comments_count)
    await emitEvent(tx, { type: 'counts_changed', contentId, ...counts })
}

const likesCountQuery = sql<number>`(select count(*)::int from likes where likes.content_id = content.id)`
const commentsCountQuery = sql<number>`(select count(*)::int from comments
  where comments.content_id = content.id and comments.moderation = 'approved' and comments.broadcast_ms is null and ${isAccountActive(sql.ref('comments.user_id'))})`
