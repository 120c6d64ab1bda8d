import { sql } from 'kysely'
import { emitEvent } from '#server/domain-events.ts'
import type { Tx } from '../platform/db/db.ts'

/**
 * Adjusts a counter of an item and publishes the change to open pages. As in all other code, the item's row
 * is locked before the live-update topic. Two transactions that took these locks in opposite orders would
 * deadlock.
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
  await emitEvent(tx, { type: 'counts_changed', contentId, ...counts })
  return counts
}
