import { sql } from 'kysely'
import type { FollowState } from '#contract/follows.ts'
import { Refusal } from '#contract/refusals.ts'
import { announce } from '../events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { withinPace, withinPaceOfAll } from '../safety/pace.ts'
import { noteAsk, refusedAt } from './asks.ts'
import { isAdultToMinor, lockPair, meet } from './between.ts'

/**
 * Follows a person at once, or sends a request, as the policy says. Concurrent calls leave one row. A request that the policy refuses
 * (an adult's to somebody of 13 to 15) is answered like any other and never delivered: a refusal would tell the adult the age band.
 * For the same reason an adult whom a minor has declined may take the request back and ask again, and is not heard for a day.
 */
export async function follow(viewer: Member, userId: string): Promise<{ state: FollowState }> {
  withinPace('follows', viewer.id)
  return transaction(async (tx) => {
    await lockPair(tx, viewer.id, userId)
    const met = await meet(tx, viewer.id, userId)
    if (!met.isThere) throw new Refusal('creator_not_found')
    if (met.state !== 'none') return { state: met.state }
    if (met.isStaff) throw new Refusal('staff_do_not_follow')
    if (viewer.id === userId) throw new Refusal('follow_not_possible')
    const declined_at = await refusedAt(tx, viewer.id, userId)
    if (declined_at && !isAdultToMinor(met)) throw new Refusal('follow_not_possible')
    await withinPaceOfAll(tx, 'follows', viewer.id)
    await noteAsk(tx, viewer.id, userId)
    const isInstant = met.may === 'instant'
    const pair = { follower_id: viewer.id, followed_id: userId }
    await tx
      .insertInto('follows')
      .values({
        ...pair,
        ...(isInstant ? approvedNow : { state: 'pending', approved_at: null, declined_at }),
      })
      .execute()
    if (met.may !== 'no' && !declined_at) {
      const what = isInstant ? 'followed' : 'follow_asked'
      await announce(tx, { what, followerId: viewer.id, followedId: userId })
    }
    return { state: isInstant ? 'approved' : 'pending' }
  })
}

export const approvedNow = { state: 'approved', approved_at: sql<Date>`now()` } as const

/** Follows no more, or takes the request back. */
export function unfollow(viewer: Member, userId: string): Promise<{ state: FollowState }> {
  return transaction(async (tx) => {
    await lockPair(tx, viewer.id, userId)
    await endFollow(tx, viewer.id, userId, { only: 'any', isRefused: false })
    return { state: 'none' }
  })
}

interface Ending {
  only: 'pending' | 'approved' | 'any'
  isRefused: boolean
}

/** Ends a follow or a request, if there is one, and what is being watched by it. Answers whether there was one. */
export async function endFollow(
  tx: Tx,
  followerId: string,
  followedId: string,
  { only, isRefused }: Ending,
): Promise<boolean> {
  const ended = await tx
    .deleteFrom('follows')
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .$if(only !== 'any', (q) => q.where('state', '=', only as 'pending'))
    .returning('state')
    .executeTakeFirst()
  if (!ended) return false
  await announce(tx, { what: 'follow_ended', followerId, followedId, isRefused })
  if (ended.state === 'approved')
    await announce(tx, { what: 'audiences_changed', ownerId: followedId, viewerId: followerId })
  return true
}
