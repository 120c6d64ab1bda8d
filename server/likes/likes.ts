import { sql } from 'kysely'
import { adjustContentCounter } from '#server/content/content-counters.ts'
import { requireVisibleContent } from '#server/content/get-content.ts'
import { emitEvent } from '#server/domain-events.ts'
import { coalesceWrites } from '#server/platform/coalesce-writes.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'

interface LikeResult {
  liked: boolean
  likes_count: number
}

/**
 * Likes an item. Repeated or concurrent requests by one person create only one row and increase the count
 * only once.
 */
export async function likeContent(viewer: Member, contentId: string): Promise<LikeResult> {
  return setLike(viewer, contentId, true)
}

/** Removes a like from an item. Idempotent. */
export async function unlikeContent(viewer: Member, contentId: string): Promise<LikeResult> {
  return setLike(viewer, contentId, false)
}

async function setLike(viewer: Member, contentId: string, liked: boolean): Promise<LikeResult> {
  enforceRateLimit('likes', viewer.id)
  await requireVisibleContent(viewer, contentId)
  return { liked, likes_count: await writeLikesCoalesced(contentId, { userId: viewer.id, liked }) }
}

interface LikeChange {
  userId: string
  liked: boolean
}

/**
 * Writes concurrent likes of one video in one transaction. Separate transactions would all wait for the lock
 * on the same row.
 */
const writeLikesCoalesced = coalesceWrites((contentId, changes: LikeChange[]) =>
  transaction(async (tx) => {
    // If a person has liked and unliked the video several times, only the last change is written.
    const last = new Map(changes.map(({ userId, liked }) => [userId, liked]))
    const who = (liked: boolean) => [...last.keys()].filter((id) => last.get(id) === liked).toSorted()
    const added = await insertLikes(tx, contentId, who(true))
    const removed = await deleteLikes(tx, contentId, who(false))
    const likes_count = await updateLikesCount(tx, contentId, added.length - removed.length)
    if (added.length > 0) await emitEvent(tx, { type: 'content_liked', contentId, userIds: added })
    if (removed.length > 0) await emitEvent(tx, { type: 'content_unliked', contentId })
    return changes.map(() => likes_count)
  }),
)

async function insertLikes(tx: Tx, contentId: string, userIds: string[]): Promise<string[]> {
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

async function deleteLikes(tx: Tx, contentId: string, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const removed = await tx
    .deleteFrom('likes')
    .where('content_id', '=', contentId)
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .returning('user_id')
    .execute()
  return removed.map((row) => row.user_id)
}

async function updateLikesCount(tx: Tx, contentId: string, by: number): Promise<number> {
  if (by !== 0) return (await adjustContentCounter(tx, contentId, 'likes_count', by)).likes_count
  const unchanged = await selectItemsWithoutAccessCheck(tx)
    .select('likes_count')
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  return unchanged.likes_count
}
