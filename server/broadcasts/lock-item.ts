import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import type { Tx } from '#server/platform/db/db.ts'

/**
 * Locks the item of a broadcast. Transactions that publish an event about the item lock the item first, then
 * the broadcast, so that they cannot deadlock.
 */
export async function lockItem(tx: Tx, contentId: string): Promise<void> {
  await selectItemsWithoutAccessCheck(tx).select('id').where('id', '=', contentId).forNoKeyUpdate().execute()
}
