import type { Db, Tx } from '../platform/db/db.ts'

/** Is a case open about it? What is taken back meanwhile is hidden at once, and erased after the case is closed (ruling 18). */
export async function isLookedInto(
  on: Db | Tx,
  column: 'content_id' | 'comment_id' | 'user_id',
  id: string,
): Promise<boolean> {
  const open = await on
    .selectFrom('cases')
    .select('id')
    .where(column, '=', id)
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}
