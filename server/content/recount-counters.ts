import { sql } from 'kysely'
import { emitEvent } from '../events.ts'
import type { Tx } from '../platform/db/db.ts'
import { selectItemsUnchecked } from '#server/access-policy/items.ts'
import { isPersonActive } from '#server/access-policy/people.ts'

/**
 * Recounts an item's likes and comments from the rows, without comments of hidden accounts, and publishes the
 * new counts if they changed. Like every caller, locks the item's row before the live-update topic.
 */
export async function recountLikesAndComments(tx: Tx, contentId: string): Promise<void> {
  const before = await selectItemsUnchecked(tx)
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
    await emitEvent(tx, { what: 'counts_changed', contentId, ...counts })
}

const likesCountQuery = sql<number>`(select count(*)::int from likes where likes.content_id = content.id)`
const commentsCountQuery = sql<number>`(select count(*)::int from comments
  where comments.content_id = content.id and comments.moderation = 'approved' and ${isPersonActive(sql.ref('comments.user_id'))})`
