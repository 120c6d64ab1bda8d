import { sql } from 'kysely'
import { emitEvent } from '../events.ts'
import type { Tx } from '../platform/db/db.ts'

/**
 * Moves a counter of an item and tells its open pages. It locks the item's row, which comes before its topic here as
 * everywhere: two orders would be a deadlock.
 */
export async function adjustContentCounter(
  tx: Tx,
  contentId: string,
  counter: 'likes_count' | 'comments_count',
  by: number,
): Promise<{ likes_count: number; comments_count: number }> {
  const counts = await tx
    .updateTable('content')
    .set({ [counter]: sql`${sql.ref(counter)} + ${by}` })
    .where('id', '=', contentId)
    .returning(['likes_count', 'comments_count'])
    .executeTakeFirstOrThrow()
  await emitEvent(tx, { what: 'counts_changed', contentId, ...counts })
  return counts
}
