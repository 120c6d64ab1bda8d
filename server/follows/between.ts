import { type RawBuilder, sql } from 'kysely'
import type { Band } from '#contract/safety-defaults.ts'
import { band } from '../accounts/age.ts'
import { config } from '../platform/config.ts'
import type { Tx } from '../platform/db/db.ts'
import { peopleAtWork } from '../safety/people.ts'
import * as policy from '../safety/policy.ts'
import { blocked, isAway } from '../safety/profile.ts'

/** What lies between two people, as the policy asks it, and what it answers. */
export interface Met {
  state: 'none' | 'pending' | 'approved'
  /** The request was declined; the adult who sent it still sees it as pending. */
  isDeclined: boolean
  /** For the one who asks, the other exists. */
  isThere: boolean
  asker: Band
  /** The one who asks has a role: staff follow nobody. */
  isStaff: boolean
  owner: Band
  may: ReturnType<typeof policy.follow>
}

/**
 * Verbs about the same two people follow each other, whoever of them acts: a block and a follow at once must not both stand.
 * It comes before every row's lock.
 */
export async function lockPair(tx: Tx, one: string, other: string): Promise<void> {
  const pair = [one, other].toSorted().join(' ')
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 7274))`.execute(tx)
}

/** The two as they are now. The profile stays as it is for the length of the transaction: nobody goes private meanwhile. */
export async function meet(tx: Tx, askerId: string, ownerId: string): Promise<Met> {
  const row = await peopleAtWork(tx)
    .select(['is_private', isAway().as('is_away'), bandOf(askerId).as('asker'), bandOf(ownerId).as('owner')])
    .select(isStaff(sql`${askerId}::uuid`).as('is_staff'))
    .select(blocked(askerId, sql`${ownerId}::uuid`).as('is_blocked'))
    .where('user_id', '=', ownerId)
    .forShare('profiles')
    .executeTakeFirst()
  // Asked also of nobody: whoever is hidden takes as long as who never was.
  const { state, isDeclined } = await stateOf(tx, askerId, ownerId)
  if (!row)
    return { state, isDeclined, isThere: false, asker: '13-15', isStaff: false, owner: '13-15', may: 'no' }
  const between = { isSelf: askerId === ownerId, isBlocked: row.is_blocked }
  const owner = { band: row.owner, isPrivate: row.is_private, isAway: row.is_away }
  return {
    state,
    isDeclined,
    isThere: between.isSelf || (!owner.isAway && !between.isBlocked),
    asker: row.asker,
    isStaff: row.is_staff,
    owner: row.owner,
    may: policy.follow(
      { kind: row.is_staff ? 'staff' : 'member', band: row.asker },
      between,
      owner,
      config.safetyPreset,
    ),
  }
}

/** An adult and a minor: no answer to the adult may tell the minor's age band. */
export function isAdultToMinor({ asker, owner }: Pick<Met, 'asker' | 'owner'>): boolean {
  return asker === '18-19' && owner !== '18-19'
}

/** Nobody's details are the youngest's. */
export function bandOf(userId: unknown) {
  return sql<Band>`coalesce((select ${band} from private_details where user_id = ${userId}), '13-15')`
}

/** Does the person of this id have a role? */
export function isStaff(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from users where users.id = ${userId} and users.role <> 'user')`
}

async function stateOf(
  tx: Tx,
  followerId: string,
  followedId: string,
): Promise<Pick<Met, 'state' | 'isDeclined'>> {
  const row = await tx
    .selectFrom('follows')
    .select(['state', 'declined_at'])
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .executeTakeFirst()
  return { state: row?.state ?? 'none', isDeclined: Boolean(row?.declined_at) }
}
