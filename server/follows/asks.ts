import { sql } from 'kysely'
import { Refusal } from '#contract/refusals.ts'
import { db, type Tx } from '../platform/db/db.ts'
import { withinFirstDay } from '../safety/first-day.ts'

/* What is remembered of asking: so that a no is not met with the next question, and a new account does not follow half the site. */

const aDayAgo = sql<Date>`now() - interval '1 day'`

/** After a no, or after being let go, one may ask again the next day. */
export async function refuseSoonAgain(tx: Tx, followerId: string, followedId: string): Promise<void> {
  const refused = await tx
    .selectFrom('follow_asks')
    .select('refused_at')
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .where('refused_at', '>', aDayAgo)
    .executeTakeFirst()
  if (refused) throw new Refusal('follow_not_possible')
}

/** Remembers the question, and has it count on the first day of an account: once for each person. */
export async function noteAsk(tx: Tx, followerId: string, followedId: string): Promise<void> {
  const asked_at = sql<Date>`now()`
  const isFirst = await tx
    .insertInto('follow_asks')
    .values({ follower_id: followerId, followed_id: followedId, asked_at })
    .onConflict((row) => row.columns(['follower_id', 'followed_id']).doNothing())
    .returning('asked_at')
    .executeTakeFirst()
  if (isFirst) return withinFirstDay(tx, followerId, 'follows')
  await tx
    .updateTable('follow_asks')
    .set({ asked_at, refused_at: null })
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .execute()
}

/** Remembers the no. */
export async function noteRefusal(tx: Tx, followerId: string, followedId: string): Promise<void> {
  const refused_at = sql<Date>`now()`
  await tx
    .insertInto('follow_asks')
    .values({ follower_id: followerId, followed_id: followedId, refused_at })
    .onConflict((row) => row.columns(['follower_id', 'followed_id']).doUpdateSet({ refused_at }))
    .execute()
}

/** What is older than a day answers no question any more. */
export async function forgetAsks(): Promise<void> {
  await db
    .deleteFrom('follow_asks')
    .where('asked_at', '<', aDayAgo)
    .where((eb) => eb.or([eb('refused_at', 'is', null), eb('refused_at', '<', aDayAgo)]))
    .execute()
}
