import { ApiError } from '#contract/errors/api-error.ts'
import { emitEvent } from '#server/domain-events.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { selectVisiblePeople } from '#server/access-policy/profile-queries.ts'
import { acquireUserPairLock } from '#server/access-policy/user-relationship.ts'

/**
 * Blocks a person. After the transaction has committed, the viewer and the blocked person cannot see each
 * other, and neither follows the other.
 */
export function blockUser(viewer: Member, userId: string): Promise<{ blocked: boolean }> {
  return transaction(async (tx) => {
    await acquireUserPairLock(tx, viewer.id, userId)
    if (await hasBlockedUser(tx, viewer.id, userId)) return { blocked: true }
    await assertUserVisible(tx, viewer, userId)
    await removeFollowsBetween(tx, viewer.id, userId)
    await tx.insertInto('blocks').values({ blocker_id: viewer.id, blocked_id: userId }).execute()
    await announceBlockChange(tx, viewer.id, userId)
    return { blocked: true }
  })
}

export function unblockUser(viewer: Member, userId: string): Promise<{ blocked: boolean }> {
  return transaction(async (tx) => {
    await acquireUserPairLock(tx, viewer.id, userId)
    const ended = await tx
      .deleteFrom('blocks')
      .where('blocker_id', '=', viewer.id)
      .where('blocked_id', '=', userId)
      .returning('blocked_id')
      .executeTakeFirst()
    if (ended) await announceBlockChange(tx, viewer.id, userId)
    return { blocked: false }
  })
}

async function hasBlockedUser(tx: Tx, blockerId: string, blockedId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('blocks')
    .select('blocked_id')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst()
  return row !== undefined
}

export async function assertUserVisible(tx: Tx, viewer: Member, userId: string): Promise<void> {
  if (viewer.id === userId) throw new ApiError('that_is_you')
  const there = await selectVisiblePeople(viewer, tx)
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!there) throw new ApiError('creator_not_found')
}

async function removeFollowsBetween(tx: Tx, one: string, other: string): Promise<void> {
  await tx
    .deleteFrom('follows')
    .where('follower_id', 'in', [one, other])
    .where('followed_id', 'in', [one, other])
    .execute()
}

/**
 * After a block or unblock, refreshes the notifications and open pages of both people. The
 * `block_or_mute_changed` event is emitted before the `creator_visibility_changed` events, and people are
 * processed in the order of their ids, so that two concurrent blocks cannot deadlock.
 */
async function announceBlockChange(tx: Tx, one: string, other: string): Promise<void> {
  const pair = [one, other].toSorted() as [string, string]
  await emitEvent(tx, { type: 'block_or_mute_changed', userIds: pair })
  for (const ownerId of pair)
    for (const viewerId of pair)
      await emitEvent(tx, { type: 'creator_visibility_changed', ownerId, viewerId })
}
