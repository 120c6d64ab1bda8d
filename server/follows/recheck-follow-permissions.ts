import { sql } from 'kysely'
import { getDefaultSettingValue } from '#contract/safety/safety-defaults.ts'
import { emitEvent, type DomainEvent } from '#server/domain-events.ts'
import { config } from '../platform/config.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import { approvePendingFollow } from './follow-requests.ts'
import {
  isStaffAccount,
  acquireUserPairLock,
  loadRelationship,
} from '#server/access-policy/user-relationship.ts'
import { userAgeBandSql } from '#server/accounts/age.ts'
import { removeFollow } from './follows.ts'

/**
 * Rechecks follows after people have turned 18 or become staff. Ends follows that the follow policy would no
 * longer allow. A follow that now needs a minor's approval becomes a follow request again, and the minor sees
 * the request with the label "18+". The adult cannot tell whether the follow ended or became a request. Staff
 * cannot follow anyone. When a person gets a staff role, migration 0041 ends that person's follows. During an
 * update, processes that still run the previous version of the software can add follows by staff after the
 * migration. This function removes follows by staff.
 */
export async function recheckFollowPermissions(): Promise<void> {
  const [asker, asked] = [userAgeBandSql(sql.ref('follower_id')), userAgeBandSql(sql.ref('followed_id'))]
  const doubtful = await db
    .selectFrom('follows')
    .select(['follower_id', 'followed_id'])
    .where(
      sql<boolean>`(${asker} = '18-19' and ((${asked} = '13-15' and (state = 'approved' or ${hasRequestNotification}))
        or (${asked} = '16-17' and state = 'approved' and not approved_adult))) or ${isStaffAccount(sql.ref('follower_id'))}`,
    )
    .execute()
  for (const { follower_id, followed_id } of doubtful)
    await transaction((tx) => recheckFollow(tx, follower_id, followed_id))
}

const hasRequestNotification = sql`exists (select from notifications where notifications.kind = 'follow_request'
  and notifications.user_id = followed_id and notifications.person_id = follower_id)`

async function recheckFollow(tx: Tx, followerId: string, followedId: string): Promise<void> {
  await acquireUserPairLock(tx, followerId, followedId)
  const met = await loadRelationship(tx, followerId, followedId)
  if (met.isStaff) await removeFollow(tx, followerId, followedId, { only: 'any', isRefused: true })
  if (met.isStaff || met.viewerBand !== '18-19') return
  const rule = getDefaultSettingValue('followed_by_adults', met.ownerBand, config.safetyPreset)
  if (rule === 'never') await withholdFollow(tx, followerId, followedId, met.state)
  if (rule === 'request' && met.state === 'approved') await revertToRequest(tx, followerId, followedId)
}

/**
 * Turns a follow into an undelivered request, and removes a delivered request from the minor's notifications.
 */
async function withholdFollow(tx: Tx, followerId: string, followedId: string, state: string): Promise<void> {
  if (state === 'approved') await markPending(tx, followerId, followedId, 'any')
  await emitEvent(tx, { type: 'follow_withheld', followerId, followedId })
  if (state === 'approved')
    await emitEvent(tx, { type: 'creator_visibility_changed', ownerId: followedId, viewerId: followerId })
}

async function revertToRequest(tx: Tx, followerId: string, followedId: string): Promise<void> {
  if (!(await markPending(tx, followerId, followedId, 'unapproved'))) return
  await emitEvent(tx, { type: 'follow_requested', followerId, followedId })
  await emitEvent(tx, { type: 'creator_visibility_changed', ownerId: followedId, viewerId: followerId })
}

/**
 * Turns an approved follow back into a pending request. Returns false if there was no such follow.
 * `unapproved` excludes follows that a minor approved knowing that the follower is an adult.
 */
async function markPending(
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

/**
 * Approves pending follow requests that no longer need approval, after a profile has stopped being private.
 * The caller has locked the profile's row.
 */
export async function approvePendingFollows(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== 'profile_made_public') return
  const { userId } = event
  const waiting = await tx
    .selectFrom('follows')
    .select('follower_id')
    .where('followed_id', '=', userId)
    .where('state', '=', 'pending')
    .where('declined_at', 'is', null)
    .orderBy('follower_id')
    .execute()
  for (const { follower_id: askerId } of waiting) {
    const { followAccess: may } = await loadRelationship(tx, askerId, userId)
    if (may === 'instant') await approvePendingFollow(tx, askerId, userId, false)
  }
}
