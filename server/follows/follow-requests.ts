import { sql } from 'kysely'
import type { FollowState } from '#contract/people/follows.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { emitEvent } from '#server/domain-events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { recordDeclinedFollowRequest } from './follow-request-history.ts'
import {
  isAdultViewingMinor,
  acquireUserPairLock,
  loadRelationship,
} from '#server/access-policy/user-relationship.ts'
import { approvedFollowColumnValues, removeFollow } from './follows.ts'

/**
 * Approves a follow request. If the requester withdraws the request while it is being approved, a lock makes
 * the two transactions run one after the other. Whichever runs first, no follow remains afterwards.
 */
export function approveFollowRequest(viewer: Member, askerId: string): Promise<{ state: FollowState }> {
  return transaction(async (tx) => {
    await acquireUserPairLock(tx, viewer.id, askerId)
    const met = await loadRelationship(tx, askerId, viewer.id)
    if (met.state === 'none' || met.isDeclined || met.followAccess === 'no')
      throw new ApiError('follow_request_not_found')
    if (met.state === 'pending')
      await approvePendingFollow(tx, askerId, viewer.id, met.viewerBand === '18-19')
    return { state: 'approved' }
  })
}

/** Turns a pending follow request into a follow, if the request still exists. */
export async function approvePendingFollow(
  tx: Tx,
  followerId: string,
  followedId: string,
  isAdult: boolean,
): Promise<void> {
  const approved = await tx
    .updateTable('follows')
    .set({ ...approvedFollowColumnValues, approved_adult: isAdult })
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .where('state', '=', 'pending')
    .where('declined_at', 'is', null)
    .returning('state')
    .executeTakeFirst()
  if (approved) await emitEvent(tx, { type: 'follow_approved', followerId, followedId })
}

/**
 * Declines a follow request. The requester is not told about the refusal. The requester sees only that they
 * do not follow the person, and can ask again the next day. If an adult asked to follow a minor, the adult
 * still sees a pending request, exactly as for a request that was never delivered.
 */
export async function declineFollowRequest(viewer: Member, askerId: string): Promise<undefined> {
  await transaction(async (tx) => {
    await acquireUserPairLock(tx, viewer.id, askerId)
    const met = await loadRelationship(tx, askerId, viewer.id)
    if (met.state !== 'pending' || met.isDeclined) return
    if (isAdultViewingMinor(met)) await declineSilently(tx, askerId, viewer.id)
    else await removeFollow(tx, askerId, viewer.id, { only: 'pending', isRefused: true })
    await recordDeclinedFollowRequest(tx, askerId, viewer.id)
  })
}

async function declineSilently(tx: Tx, followerId: string, followedId: string): Promise<void> {
  await tx
    .updateTable('follows')
    .set({ declined_at: sql<Date>`now()` })
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .execute()
  await emitEvent(tx, { type: 'follow_withheld', followerId, followedId })
}

export async function removeOwnFollower(viewer: Member, followerId: string): Promise<undefined> {
  await transaction(async (tx) => {
    await acquireUserPairLock(tx, viewer.id, followerId)
    const ended = await removeFollow(tx, followerId, viewer.id, { only: 'approved', isRefused: true })
    if (ended) await recordDeclinedFollowRequest(tx, followerId, viewer.id)
  })
}
