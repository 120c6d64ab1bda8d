import { sql } from 'kysely'
import { count } from '../content/count.ts'
import { visibleContent } from '../content/one.ts'
import { announce } from '../events.ts'
import { batches } from '../platform/batches.ts'
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
  return wish(viewer, contentId, true)
}

/** Takes the like back. */
export async function unlike(viewer: Member, contentId: string): Promise<Liked> {
  return wish(viewer, contentId, false)
}

async function wish(viewer: Member, contentId: string, liked: boolean): Promise<Liked> {
  withinPace('likes', viewer.id)
  await visibleContent(viewer, contentId)
  return { liked, likes_count: await written(contentId, { userId: viewer.id, liked }) }
}

interface Wish {
  userId: string
  liked: boolean
}

/** A video that everybody likes at this moment is one row that everybody would wait for: what comes at once is written at once. */
const written = batches((contentId, wishes: Wish[]) =>
  transaction(async (tx) => {
    // Of one person the last word counts. By id, so that two processes do not wait for each other in a circle.
    const last = new Map(wishes.map(({ userId, liked }) => [userId, liked]))
    const who = (liked: boolean) => [...last.keys()].filter((id) => last.get(id) === liked).toSorted()
    const added = await add(tx, contentId, who(true))
    const removed = await remove(tx, contentId, who(false))
    const likes_count = await counted(tx, contentId, added.length - removed.length)
    if (added.length > 0) await announce(tx, { what: 'liked', contentId, userIds: added })
    if (removed.length > 0) await announce(tx, { what: 'unliked', contentId })
    return wishes.map(() => likes_count)
  }),
)

async function add(tx: Tx, contentId: string, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const added = await tx
    .insertInto('likes')
    .expression(sql`select ${contentId}::uuid, unnest(${userIds}::uuid[])`)
    .columns(['content_id', 'user_id'])
    .onConflict((row) => row.doNothing())
    .returning('user_id')
    .execute()
  return added.map((row) => row.user_id)
}

async function remove(tx: Tx, contentId: string, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const removed = await tx
    .deleteFrom('likes')
    .where('content_id', '=', contentId)
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .returning('user_id')
    .execute()
  return removed.map((row) => row.user_id)
}

async function counted(tx: Tx, contentId: string, by: number): Promise<number> {
  if (by !== 0) return (await count(tx, contentId, 'likes_count', by)).likes_count
  const unchanged = await itemsAtWork(tx)
    .select('likes_count')
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  return unchanged.likes_count
}
