import { sql } from 'kysely'
import type { FollowState } from '#contract/people/follows.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { emitEvent } from '#server/domain-events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { enforceRateLimit, enforceCrossProcessRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { recordFollowRequest, loadLastFollowDeclineTime } from './follow-request-history.ts'
import {
  isAdultViewingMinor,
  acquireUserPairLock,
  loadRelationship,
} from '#server/access-policy/user-relationship.ts'

/**
 * Follows a person, or sends a follow request if the follow policy requires the person's approval. Concurrent
 * calls create only one row. A request that the policy rejects (from an adult to a person aged 13–15) gets
 * the usual response but is never delivered, because an error would reveal the age band. If a minor has
 * declined an adult's request, the adult can still withdraw the request and ask again, because an error would
 * reveal the minor's age band. For a day after the minor has declined a request or removed the adult as a
 * follower, new requests by the adult are not delivered.
 */
export async function followUser(viewer: Member, userId: string): Promise<{ state: FollowState }> {
  enforceRateLimit('follows', viewer.id)
  return transaction(async (tx) => {
    await acquireUserPairLock(tx, viewer.id, userId)
    const met = await loadRelationship(tx, viewer.id, userId)
    if (!met.isVisible) throw new ApiError('creator_not_found')
    if (met.state !== 'none') return { state: met.state }
    if (met.isStaff) throw new ApiError('staff_do_not_follow')
    if (viewer.id === userId) throw new ApiError('follow_not_possible')
    const declined_at = await loadLastFollowDeclineTime(tx, viewer.id, userId)
    if (declined_at && !isAdultViewingMinor(met)) throw new ApiError('follow_not_possible')
    await enforceCrossProcessRateLimit(tx, 'follows', viewer.id)
    await recordFollowRequest(tx, viewer.id, userId)
    const isInstant = met.followAccess === 'instant'
    const pair = { follower_id: viewer.id, followed_id: userId }
    await tx
      .insertInto('follows')
      .values({
        ...pair,
        ...(isInstant ? approvedFollowColumnValues : { state: 'pending', approved_at: null, declined_at }),
      })
      .execute()
    if (met.followAccess !== 'no' && !declined_at) {
      const type = isInstant ? 'follow_created' : 'follow_requested'
      await emitEvent(tx, { type, followerId: viewer.id, followedId: userId })
    }
    return { state: isInstant ? 'approved' : 'pending' }
  })
}

export const approvedFollowColumnValues = { state: 'approved', approved_at: sql<Date>`now()` } as const

/** Unfollows a person, or withdraws the follow request. */
export function unfollowUser(viewer: Member, userId: string): Promise<{ state: FollowState }> {
  return transaction(async (tx) => {
    await acquireUserPairLock(tx, viewer.id, userId)
    await removeFollow(tx, viewer.id, userId, { only: 'any', isRefused: false })
    return { state: 'none' }
  })
}

interface EndFollowOptions {
  only: 'pending' | 'approved' | 'any'
  isRefused: boolean
}

/**
 * Ends a follow or a follow request, and revokes the access that came with it, even in open players. Returns
 * whether there was a follow or request to end.
 */
export async function removeFollow(
  tx: Tx,
  followerId: string,
  followedId: string,
  { only, isRefused }: EndFollowOptions,
): Promise<boolean> {
  const ended = await tx
    .deleteFrom('follows')
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .$if(only !== 'any', (q) => q.where('state', '=', only as 'pending'))
    .returning('state')
    .executeTakeFirst()
  if (!ended) return false
  await emitEvent(tx, { type: 'follow_ended', followerId, followedId, isRefused })
  if (ended.state === 'approved')
    await emitEvent(tx, { type: 'creator_visibility_changed', ownerId: followedId, viewerId: followerId })
  return true
}
