import { sql } from 'kysely'
import { announce } from '../events.ts'
import type { Tx } from '../platform/db/db.ts'
import { itemsAtWork } from '../safety/items.ts'
import { isHere } from '../safety/people.ts'

/**
 * Counts likes and comments of an item from the rows, leaving out the comments of people who are away, and tells
 * its open pages when that changed something. It locks the item's row, which comes before its topic here as everywhere.
 */
export async function recount(tx: Tx, contentId: string): Promise<void> {
  const before = await itemsAtWork(tx)
    .select(['likes_count', 'comments_count'])
    .where('id', '=', contentId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return
  const counts = await tx
    .updateTable('content')
    .set({ likes_count: likes, comments_count: comments })
    .where('id', '=', contentId)
    .returning(['likes_count', 'comments_count'])
    .executeTakeFirstOrThrow()
  if (counts.likes_count !== before.likes_count || counts.comments_count !== before.comments_count)
    await announce(tx, { what: 'counts_changed', contentId, ...counts })
}

const likes = sql<number>`(select count(*)::int from likes where likes.content_id = content.id)`
const comments = sql<number>`(select count(*)::int from comments
  where comments.content_id = content.id and comments.moderation = 'approved' and ${isHere(sql.ref('comments.user_id'))})`
