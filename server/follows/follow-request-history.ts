import { sql } from 'kysely'
import { db, type Tx } from '../platform/db/db.ts'
import { enforceFirstDayLimit } from '#server/safety-settings/first-day-limits.ts'

/*
 * The history of follow requests. The server uses this history to prevent another request right after a
 * refusal, and to limit how many people a new account asks to follow.
 */

const oneDayAgo = sql<Date>`now() - interval '1 day'`

/**
 * Returns when the requester was last declined, or last removed as a follower. Returns null if the refusal
 * was more than a day ago. The requester can ask again after a day.
 */
export async function loadLastFollowDeclineTime(
  tx: Tx,
  followerId: string,
  followedId: string,
): Promise<Date | null> {
  const refused = await tx
    .selectFrom('follow_request_history')
    .select('refused_at')
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .where('refused_at', '>', oneDayAgo)
    .executeTakeFirst()
  return refused?.refused_at ?? null
}

/**
 * Records a follow request. Only the first request to each person counts towards the limits of an account's
 * first day. A request that was declined less than a day ago stays recorded as declined.
 */
export async function recordFollowRequest(tx: Tx, followerId: string, followedId: string): Promise<void> {
  const requested_at = sql<Date>`now()`
  const isFirst = await tx
    .insertInto('follow_request_history')
    .values({ follower_id: followerId, followed_id: followedId, requested_at })
    .onConflict((row) => row.columns(['follower_id', 'followed_id']).doNothing())
    .returning('requested_at')
    .executeTakeFirst()
  if (isFirst) return enforceFirstDayLimit(tx, followerId, 'follows')
  await tx
    .updateTable('follow_request_history')
    .set({ requested_at, refused_at: sql`case when refused_at > ${oneDayAgo} then refused_at end` })
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .execute()
}

/** Records that a follow request was declined or that a follower was removed. */
export async function recordDeclinedFollowRequest(
  tx: Tx,
  followerId: string,
  followedId: string,
): Promise<void> {
  const refused_at = sql<Date>`now()`
  await tx
    .insertInto('follow_request_history')
    .values({ follower_id: followerId, followed_id: followedId, refused_at })
    .onConflict((row) => row.columns(['follower_id', 'followed_id']).doUpdateSet({ refused_at }))
    .execute()
}

/** Deletes entries of the follow history that are older than a day and therefore no longer needed. */
export async function deleteOldFollowRequestHistory(): Promise<void> {
  await db
    .deleteFrom('follow_request_history')
    .where('requested_at', '<', oneDayAgo)
    .where((eb) => eb.or([eb('refused_at', 'is', null), eb('refused_at', '<', oneDayAgo)]))
    .execute()
}
