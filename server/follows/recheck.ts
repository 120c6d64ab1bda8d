import { sql } from 'kysely'
import { defaultOf } from '#contract/safety-defaults.ts'
import { announce, type Happening } from '../events.ts'
import { config } from '../platform/config.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import type { Chore } from '../platform/queue.ts'
import { letFollow } from './answer.ts'
import { forgetAsks } from './asks.ts'
import { bandOf, lockPair, meet } from './between.ts'
import { endFollow } from './follow.ts'

export const followChores: Chore[] = [
  { name: 'recheck-follows', cron: '10 * * * *', run: recheckFollows },
  { name: 'forget-asks', cron: '35 3 * * *', run: forgetAsks },
]

/** People grow: a follow that the policy would refuse today ends; one that needs a yes to an adult is asked for anew, marked "18+". */
export async function recheckFollows(): Promise<void> {
  const [asker, asked] = [bandOf(sql.ref('follower_id')), bandOf(sql.ref('followed_id'))]
  const doubtful = await db
    .selectFrom('follows')
    .select(['follower_id', 'followed_id'])
    .where(
      sql<boolean>`${asker} = '18-19' and (${asked} = '13-15' or (${asked} = '16-17' and not approved_adult))`,
    )
    .execute()
  for (const { follower_id, followed_id } of doubtful)
    await transaction((tx) => recheck(tx, follower_id, followed_id))
}

async function recheck(tx: Tx, followerId: string, followedId: string): Promise<void> {
  await lockPair(tx, followerId, followedId)
  const { state, asker, owner } = await meet(tx, followerId, followedId)
  const rule = asker === '18-19' ? defaultOf('followed_by_adults', owner, config.safetyPreset) : 'anyone'
  if (rule === 'never') await endFollow(tx, followerId, followedId, { only: 'any', isRefused: true })
  if (rule === 'request' && state === 'approved') await askAnew(tx, followerId, followedId)
}

async function askAnew(tx: Tx, followerId: string, followedId: string): Promise<void> {
  const asked = await tx
    .updateTable('follows')
    .set({ state: 'pending', approved_at: null })
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .where('state', '=', 'approved')
    .where('approved_adult', '=', false)
    .returning('state')
    .executeTakeFirst()
  if (!asked) return
  await announce(tx, { what: 'follow_asked', followerId, followedId })
  await announce(tx, { what: 'audiences_changed', ownerId: followedId, viewerId: followerId })
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
    .orderBy('follower_id')
    .execute()
  for (const { follower_id: askerId } of waiting) {
    const { may } = await meet(tx, askerId, userId)
    if (may === 'instant') await letFollow(tx, askerId, userId, false)
  }
}
