import { sql } from 'kysely'
import type { FollowState } from '#contract/follows.ts'
import { Refusal } from '#contract/refusals.ts'
import { announce } from '../events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { noteRefusal } from './asks.ts'
import { isAdultToMinor, lockPair, meet } from './between.ts'
import { approvedNow, endFollow } from './follow.ts'

/** Lets somebody follow who asked to. Taken back in the same moment: either the request or the yes was first, and it is gone. */
export function approve(viewer: Member, askerId: string): Promise<{ state: FollowState }> {
  return transaction(async (tx) => {
    await lockPair(tx, viewer.id, askerId)
    const met = await meet(tx, askerId, viewer.id)
    if (met.state === 'none' || met.isDeclined || met.may === 'no')
      throw new Refusal('follow_request_not_found')
    if (met.state === 'pending') await letFollow(tx, askerId, viewer.id, met.asker === '18-19')
    return { state: 'approved' }
  })
}

/** The request becomes a follow, if it is still there. */
export async function letFollow(
  tx: Tx,
  followerId: string,
  followedId: string,
  isAdult: boolean,
): Promise<void> {
  const approved = await tx
    .updateTable('follows')
    .set({ ...approvedNow, approved_adult: isAdult })
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .where('state', '=', 'pending')
    .where('declined_at', 'is', null)
    .returning('state')
    .executeTakeFirst()
  if (approved) await announce(tx, { what: 'follow_approved', followerId, followedId })
}

/**
 * Declines a request. The asker is not told: they see that they do not follow, and may ask again the next day. To an adult who asked a
 * minor the request still looks pending, like one that is not delivered.
 */
export async function decline(viewer: Member, askerId: string): Promise<undefined> {
  await transaction(async (tx) => {
    await lockPair(tx, viewer.id, askerId)
    const met = await meet(tx, askerId, viewer.id)
    if (met.state !== 'pending' || met.isDeclined) return
    if (isAdultToMinor(met)) await declineSilently(tx, askerId, viewer.id)
    else await endFollow(tx, askerId, viewer.id, { only: 'pending', isRefused: true })
    await noteRefusal(tx, askerId, viewer.id)
  })
}

async function declineSilently(tx: Tx, followerId: string, followedId: string): Promise<void> {
  await tx
    .updateTable('follows')
    .set({ declined_at: sql<Date>`now()` })
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .execute()
  await announce(tx, { what: 'follow_withheld', followerId, followedId })
}

/** Removes a follower. */
export async function removeFollower(viewer: Member, followerId: string): Promise<undefined> {
  await transaction(async (tx) => {
    await lockPair(tx, viewer.id, followerId)
    const ended = await endFollow(tx, followerId, viewer.id, { only: 'approved', isRefused: true })
    if (ended) await noteRefusal(tx, followerId, viewer.id)
  })
}
