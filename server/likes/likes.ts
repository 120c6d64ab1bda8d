import { count } from '../content/count.ts'
import { visibleContent } from '../content/one.ts'
import { announce } from '../events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { itemsAtWork } from '../safety/items.ts'
import { withinPace } from '../safety/pace.ts'

interface Liked {
  liked: boolean
  likes_count: number
}

/** Likes an item. However often and from however many hands at once: one row, one more in the count. */
export async function like(viewer: Member, contentId: string): Promise<Liked> {
  withinPace('likes', viewer.id)
  return transaction(async (tx) => {
    await visibleContent(viewer, contentId, tx)
    const added = await tx
      .insertInto('likes')
      .values({ content_id: contentId, user_id: viewer.id })
      .onConflict((row) => row.doNothing())
      .returning('content_id')
      .executeTakeFirst()
    const likes_count = await counted(tx, contentId, added ? 1 : 0)
    if (added) await announce(tx, { what: 'liked', contentId, userId: viewer.id })
    return { liked: true, likes_count }
  })
}

/** Takes the like back. */
export async function unlike(viewer: Member, contentId: string): Promise<Liked> {
  withinPace('likes', viewer.id)
  return transaction(async (tx) => {
    await visibleContent(viewer, contentId, tx)
    const removed = await tx
      .deleteFrom('likes')
      .where('content_id', '=', contentId)
      .where('user_id', '=', viewer.id)
      .returning('content_id')
      .executeTakeFirst()
    const likes_count = await counted(tx, contentId, removed ? -1 : 0)
    if (removed) await announce(tx, { what: 'unliked', contentId, userId: viewer.id })
    return { liked: false, likes_count }
  })
}

async function counted(tx: Tx, contentId: string, by: -1 | 0 | 1): Promise<number> {
  if (by !== 0) return (await count(tx, contentId, 'likes_count', by)).likes_count
  const unchanged = await itemsAtWork(tx)
    .select('likes_count')
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  return unchanged.likes_count
}
