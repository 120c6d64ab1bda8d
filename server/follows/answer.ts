import type { FollowState } from '#contract/follows.ts'
import { Refusal } from '#contract/refusals.ts'
import { announce } from '../events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { noteRefusal } from './asks.ts'
import { lockPair, meet } from './between.ts'
import { approvedNow, endFollow } from './follow.ts'

/** Lets somebody follow who asked to. Taken back in the same moment: either the request or the yes was first, and it is gone. */
export function approve(viewer: Member, askerId: string): Promise<{ state: FollowState }> {
  return transaction(async (tx) => {
    await lockPair(tx, viewer.id, askerId)
    const met = await meet(tx, askerId, viewer.id)
    if (met.state === 'none' || met.may === 'no') throw new Refusal('follow_request_not_found')
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
    .returning('state')
    .executeTakeFirst()
  if (approved) await announce(tx, { what: 'follow_approved', followerId, followedId })
}

/** Declines. The one who asked is not told; they see that they do not follow, and may ask again the next day. */
export function decline(viewer: Member, askerId: string): Promise<undefined> {
  return letGo(viewer, askerId, 'pending')
}

/** Ends that somebody follows oneself. */
export function removeFollower(viewer: Member, followerId: string): Promise<undefined> {
  return letGo(viewer, followerId, 'approved')
}

async function letGo(viewer: Member, followerId: string, only: 'pending' | 'approved'): Promise<undefined> {
  await transaction(async (tx) => {
    await lockPair(tx, viewer.id, followerId)
    const ended = await endFollow(tx, followerId, viewer.id, { only, isRefused: true })
    if (ended) await noteRefusal(tx, followerId, viewer.id)
  })
}
