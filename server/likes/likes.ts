import { sql } from 'kysely'
import { announce } from '../events.ts'
import { visibleContent } from '../content/one.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'

interface Liked {
  liked: boolean
  likes_count: number
}

/** Likes an item. However often and from however many hands at once: one row, one more in the count. */
export function like(viewer: Member, contentId: string): Promise<Liked> {
  return transaction(async (tx) => {
    await visibleContent(viewer, contentId, tx)
    const added = await tx
      .insertInto('likes')
      .values({ content_id: contentId, user_id: viewer.id })
      .onConflict((row) => row.doNothing())
      .returning('content_id')
      .executeTakeFirst()
    return { liked: true, likes_count: await count(tx, contentId, added ? 1 : 0) }
  })
}

/** Takes the like back. */
export function unlike(viewer: Member, contentId: string): Promise<Liked> {
  return transaction(async (tx) => {
    await visibleContent(viewer, contentId, tx)
    const removed = await tx
      .deleteFrom('likes')
      .where('content_id', '=', contentId)
      .where('user_id', '=', viewer.id)
      .returning('content_id')
      .executeTakeFirst()
    return { liked: false, likes_count: await count(tx, contentId, removed ? -1 : 0) }
  })
}

async function count(tx: Tx, contentId: string, by: -1 | 0 | 1): Promise<number> {
  if (by === 0) {
    const { likes_count } = await tx
      .selectFrom('content')
      .select('likes_count')
      .where('id', '=', contentId)
      .executeTakeFirstOrThrow()
    return likes_count
  }
  const counts = await tx
    .updateTable('content')
    .set({ likes_count: sql`likes_count + ${by}` })
    .where('id', '=', contentId)
    .returning(['likes_count', 'comments_count'])
    .executeTakeFirstOrThrow()
  await announce(tx, { what: 'counts_changed', contentId, ...counts })
  return counts.likes_count
}
