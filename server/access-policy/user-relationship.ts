import { type RawBuilder, sql } from 'kysely'
import type { AgeBand } from '#contract/safety/safety-defaults.ts'
import { userAgeBandSql } from '#server/accounts/age.ts'
import { config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { selectPeopleWithoutAccessCheck } from './profile-queries.ts'
import { decideFollowAccess } from './comment-and-follow-permissions.ts'
import { isBlockedEitherWay, isAccountHidden } from './visible-profiles.ts'

/** The relationship between two people, and whether the policy lets one follow the other. */
export interface FollowRelationship {
  state: 'none' | 'pending' | 'approved'
  /**
   * Whether the follow request was declined. An adult whose request to a minor was declined still sees the
   * request as pending.
   */
  isDeclined: boolean
  /** Whether the person who sends the follow request can see the owner of the profile. */
  isVisible: boolean
  viewerBand: AgeBand
  /** Whether the person who sends the follow request has a staff role. Staff cannot follow anyone. */
  isStaff: boolean
  ownerBand: AgeBand
  followAccess: ReturnType<typeof decideFollowAccess>
}

/**
 * Locks the relationship between two people, so that concurrent changes to the relationship run one after the
 * other. Without this lock, a person could block another person and be followed by that person at the same
 * time. Call this function before locking any row.
 */
export async function acquireUserPairLock(tx: Tx, firstId: string, secondId: string): Promise<void> {
  const pair = [firstId, secondId].toSorted().join(' ')
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 7274))`.execute(tx)
}

/**
 * Loads the current relationship between two people. Also locks the profile of `ownerId`, so that it cannot
 * become private during the transaction.
 */
export async function loadRelationship(
  tx: Tx,
  viewerId: string,
  ownerId: string,
): Promise<FollowRelationship> {
  const row = await selectPeopleWithoutAccessCheck(tx)
    .select([
      'is_private',
      isAccountHidden().as('is_away'),
      userAgeBandSql(viewerId).as('asker'),
      userAgeBandSql(ownerId).as('owner'),
    ])
    .select(isStaffAccount(sql`${viewerId}::uuid`).as('is_staff'))
    .select(isBlockedEitherWay(viewerId, sql`${ownerId}::uuid`).as('is_blocked'))
    .where('user_id', '=', ownerId)
    .forShare('profiles')
    .executeTakeFirst()
  // The follow state is loaded even for a user id that does not exist, so that the response time does not
  // reveal whether a hidden person exists.
  const { state, isDeclined } = await loadFollowState(tx, viewerId, ownerId)
  if (!row)
    return {
      state,
      isDeclined,
      isVisible: false,
      viewerBand: '13-15',
      isStaff: false,
      ownerBand: '13-15',
      followAccess: 'no',
    }
  const isSelf = viewerId === ownerId
  return {
    state,
    isDeclined,
    isVisible: isSelf || (!row.is_away && !row.is_blocked),
    viewerBand: row.asker,
    isStaff: row.is_staff,
    ownerBand: row.owner,
    followAccess: decideFollowAccess(
      {
        isStaff: row.is_staff,
        isAdult: row.asker === '18-19',
        isSelf,
        isBlocked: row.is_blocked,
        ownerBand: row.owner,
        isOwnerPrivate: row.is_private,
        isOwnerHidden: row.is_away,
      },
      config.safetyPreset,
    ),
  }
}

/**
 * Returns whether the person who sends the follow request is an adult and the owner of the profile is a
 * minor. No response to an adult may reveal the minor's age band.
 */
export function isAdultViewingMinor({
  viewerBand: asker,
  ownerBand: owner,
}: Pick<FollowRelationship, 'viewerBand' | 'ownerBand'>): boolean {
  return asker === '18-19' && owner !== '18-19'
}

export function isStaffAccount(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from users where users.id = ${userId} and users.role <> 'user')`
}

async function loadFollowState(
  tx: Tx,
  followerId: string,
  followedId: string,
): Promise<Pick<FollowRelationship, 'state' | 'isDeclined'>> {
  const row = await tx
    .selectFrom('follows')
    .select(['state', 'declined_at'])
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .executeTakeFirst()
  return { state: row?.state ?? 'none', isDeclined: Boolean(row?.declined_at) }
}
