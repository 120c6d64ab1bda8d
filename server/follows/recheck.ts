import { sql } from 'kysely'
import { defaultOf } from '#contract/safety-defaults.ts'
import { announce, type Happening } from '../events.ts'
import { config } from '../platform/config.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import type { Chore } from '../platform/queue.ts'
import { letFollow } from './answer.ts'
import { forgetAsks } from './asks.ts'
import { bandOf, isStaff, lockPair, meet } from './between.ts'
import { endFollow } from './follow.ts'

export const followChores: Chore[] = [
  { name: 'recheck-follows', cron: '10 * * * *', run: recheckFollows },
  { name: 'forget-asks', cron: '35 3 * * *', run: forgetAsks },
]

/**
 * People grow up and get roles. A follow the policy would refuse today ends; one that needs approval from a minor becomes a request
 * again, marked "18+". To the adult both look the same. Staff follow nobody: migration 0041 ends theirs when the role is given, this
 * finds what a process of the release before has added since.
 */
export async function recheckFollows(): Promise<void> {
  const [asker, asked] = [bandOf(sql.ref('follower_id')), bandOf(sql.ref('followed_id'))]
  const doubtful = await db
    .selectFrom('follows')
    .select(['follower_id', 'followed_id'])
    .where(
      sql<boolean>`(${asker} = '18-19' and ((${asked} = '13-15' and (state = 'approved' or ${isNotified}))
        or (${asked} = '16-17' and state = 'approved' and not approved_adult))) or ${isStaff(sql.ref('follower_id'))}`,
    )
    .execute()
  for (const { follower_id, followed_id } of doubtful)
    await transaction((tx) => recheck(tx, follower_id, followed_id))
}

const isNotified = sql`exists (select from notifications where notifications.kind = 'follow_request'
  and notifications.user_id = followed_id and notifications.person_id = follower_id)`

async function recheck(tx: Tx, followerId: string, followedId: string): Promise<void> {
  await lockPair(tx, followerId, followedId)
  const met = await meet(tx, followerId, followedId)
  if (met.isStaff) await endFollow(tx, followerId, followedId, { only: 'any', isRefused: true })
  if (met.isStaff || met.asker !== '18-19') return
  const rule = defaultOf('followed_by_adults', met.owner, config.safetyPreset)
  if (rule === 'never') await withhold(tx, followerId, followedId, met.state)
  if (rule === 'request' && met.state === 'approved') await askAnew(tx, followerId, followedId)
}

/** The follow becomes a request that is not delivered, and a request that was delivered is taken from the minor's notifications. */
async function withhold(tx: Tx, followerId: string, followedId: string, state: string): Promise<void> {
  if (state === 'approved') await backToPending(tx, followerId, followedId, 'any')
  await announce(tx, { what: 'follow_withheld', followerId, followedId })
  if (state === 'approved')
    await announce(tx, { what: 'audiences_changed', ownerId: followedId, viewerId: followerId })
}

async function askAnew(tx: Tx, followerId: string, followedId: string): Promise<void> {
  if (!(await backToPending(tx, followerId, followedId, 'unapproved'))) return
  await announce(tx, { what: 'follow_asked', followerId, followedId })
  await announce(tx, { what: 'audiences_changed', ownerId: followedId, viewerId: followerId })
}

/** Whether there was such a follow. `unapproved`: not one that a minor has approved knowing that it is an adult's. */
async function backToPending(
  tx: Tx,
  followerId: string,
  followedId: string,
  only: 'unapproved' | 'any',
): Promise<boolean> {
  const asked = await tx
    .updateTable('follows')
    .set({ state: 'pending', approved_at: null })
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .where('state', '=', 'approved')
    .$if(only === 'unapproved', (q) => q.where('approved_adult', '=', false))
    .returning('state')
    .executeTakeFirst()
  return asked !== undefined
}

/** A profile that is no longer private: who waits and may follow at once now does. Its row is held by whoever opened it. */
export async function hearOfOpening(tx: Tx, happening: Happening): Promise<void> {
  if (happening.what !== 'profile_opened') return
  const { userId } = happening
  const waiting = await tx
    .selectFrom('follows')
    .select('follower_id')
    .where('followed_id', '=', userId)
    .where('state', '=', 'pending')
    .where('declined_at', 'is', null)
    .orderBy('follower_id')
    .execute()
  for (const { follower_id: askerId } of waiting) {
    const { may } = await meet(tx, askerId, userId)
    if (may === 'instant') await letFollow(tx, askerId, userId, false)
  }
}
