import { sql } from 'kysely'
import type { likeComment } from '#contract/engagement/comment-reactions.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { emitEvent } from '#server/domain-events.ts'
import { coalesceWrites } from '#server/platform/coalesce-writes.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { requireVisibleComment } from './comment-permissions.ts'

/** Likes a comment, or removes the viewer's like. Repeated requests have no further effect. */
export async function setCommentLike(
  viewer: Member,
  id: string,
  liked: boolean,
): Promise<ResponseOf<typeof likeComment>> {
  enforceRateLimit('likes', viewer.id)
  await requireVisibleComment(viewer, id)
  return { liked, likes_count: await writeLikesCoalesced(id, { userId: viewer.id, liked }) }
}

interface LikeChange {
  userId: string
  liked: boolean
}

/** Writes concurrent likes of one comment in one transaction, because they all update the same counter. */
const writeLikesCoalesced = coalesceWrites((commentId, changes: LikeChange[]) =>
  transaction(async (tx) => {
    // If a person has liked and unliked the comment several times, only the last change is written.
    const last = new Map(changes.map(({ userId, liked }) => [userId, liked]))
    const who = (liked: boolean) => [...last.keys()].filter((id) => last.get(id) === liked).toSorted()
    await sql`insert into comment_likes (comment_id, user_id)
      select ${commentId}::uuid, unnest(${who(true)}::uuid[]) on conflict do nothing`.execute(tx)
    await tx
      .deleteFrom('comment_likes')
      .where('comment_id', '=', commentId)
      .where(sql<boolean>`user_id = any(${who(false)}::uuid[])`)
      .execute()
    const { content_id, likes_count } = await loadLikesCount(tx, commentId)
    await emitEvent(tx, { type: 'comment_reactions_changed', contentId: content_id, commentId, likes_count })
    return changes.map(() => likes_count)
  }),
)

async function loadLikesCount(tx: Tx, commentId: string) {
  return tx
    .selectFrom('comments')
    .leftJoin('comment_like_counts', 'comment_like_counts.comment_id', 'comments.id')
    .select(['comments.content_id', sql<number>`coalesce(likes_count, 0)`.as('likes_count')])
    .where('comments.id', '=', commentId)
    .executeTakeFirstOrThrow()
}
