import { type RawBuilder, sql } from 'kysely'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import type { ListedPerson, listFollowers, listFollowing, listFollowRequests } from '#contract/follows.ts'
import { defaultOf } from '#contract/safety-defaults.ts'
import { config } from '../platform/config.ts'
import { db } from '../platform/db/db.ts'
import { keyset, pageOf, rowsFor } from '../platform/db/keyset.ts'
import type { Member, Viewer } from '../platform/http/viewer.ts'
import { people, peopleBlockedBy } from '../safety/people.ts'
import { nameFor } from '../safety/shown-text.ts'
import { shownName } from '../safety/profile.ts'
import { bandOf } from './between.ts'

type Wanted = ParsedOf<typeof listFollowers>['query']
type People = AnswerOf<typeof listFollowers>

/** Who follows oneself. */
export async function followersOf(viewer: Member, wanted: Wanted): Promise<People> {
  const { items, ...rest } = await follows(
    viewer,
    wanted,
    'follower_id',
    ofOwn('followed_id', viewer, ['approved']),
  )
  return { ...rest, items: items.map((row) => shown(viewer, row)) }
}

/**
 * Pending requests to follow the viewer. A minor is told which come from an adult (the table of defaults), and is not sent those the
 * policy refuses, nor those they have declined.
 */
export async function requestsOf(
  viewer: Member,
  wanted: Wanted,
): Promise<AnswerOf<typeof listFollowRequests>> {
  const { items, ...rest } = await follows(
    viewer,
    wanted,
    'follower_id',
    sql<boolean>`(${ofOwn('followed_id', viewer, ['pending'])} and ${isDelivered(viewer)})`,
  )
  return {
    ...rest,
    items: items.map((row) => ({ ...shown(viewer, row), adult: !viewer.isAdult && row.is_adult })),
  }
}

function isDelivered(viewer: Member): RawBuilder<boolean> {
  const takesAdults = defaultOf('followed_by_adults', viewer.band, config.safetyPreset) !== 'never'
  return takesAdults
    ? sql<boolean>`follows.declined_at is null`
    : sql<boolean>`follows.declined_at is null and ${bandOf(sql.ref('follows.follower_id'))} <> '18-19'`
}

/** Whom one follows, or has asked to. */
export async function followingOf(viewer: Member, wanted: Wanted): Promise<AnswerOf<typeof listFollowing>> {
  const mine = ofOwn('follower_id', viewer, ['pending', 'approved'])
  const { items, ...rest } = await follows(viewer, wanted, 'followed_id', mine)
  return { ...rest, items: items.map((row) => ({ ...shown(viewer, row), state: row.state })) }
}

function ofOwn(column: string, viewer: Member, states: string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`follows.${column}`)} = ${viewer.id} and follows.state = any(${states})`
}

type Side = 'follower_id' | 'followed_id'

/** The people on one side of follows, newest first. Who is away or blocked is in no list, and in no number. */
async function follows(viewer: Member, { cursor, limit }: Wanted, side: Side, mine: RawBuilder<boolean>) {
  const { place, before } = keyset('follows', side)
  const there = db
    .selectFrom('follows')
    .innerJoin(people(viewer).selectAll().as('profiles'), 'profiles.user_id', `follows.${side}`)
    .where(mine)
  const rows = await there
    .select(['profiles.user_id', 'username', shownName(viewer), 'avatar_url', 'follows.state'])
    .select(['follows.created_at', place.as('place')])
    .select(sql<boolean>`${bandOf(sql.ref('profiles.user_id'))} = '18-19'`.as('is_adult'))
    .where(before(cursor))
    .orderBy('follows.created_at', 'desc')
    .orderBy(`follows.${side}`, 'desc')
    .limit(rowsFor(limit))
    .execute()
  const { total } = await there.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { ...pageOf(rows, limit), total }
}

/** Whom one has blocked: otherwise they do not exist for one, here they can be let back. */
export async function blocksOf(viewer: Member, { cursor, limit }: Wanted): Promise<People> {
  const { place, before } = keyset('blocks', 'blocked_id')
  const rows = await peopleBlockedBy(viewer)
    .select(['profiles.user_id', 'username', shownName(viewer), 'avatar_url', 'blocks.created_at'])
    .select(place.as('place'))
    .where(before(cursor))
    .orderBy('blocks.created_at', 'desc')
    .orderBy('blocks.blocked_id', 'desc')
    .limit(rowsFor(limit))
    .execute()
  const { total } = await peopleBlockedBy(viewer)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { ...page(viewer, rows, limit), total }
}

export async function mutesOf(viewer: Member, { cursor, limit }: Wanted): Promise<People> {
  const { place, before } = keyset('mutes', 'muted_id')
  const mine = people(viewer)
    .innerJoin('mutes', 'mutes.muted_id', 'profiles.user_id')
    .where('mutes.muter_id', '=', viewer.id)
  const rows = await mine
    .select(['profiles.user_id', 'username', shownName(viewer), 'avatar_url', 'mutes.created_at'])
    .select(place.as('place'))
    .where(before(cursor))
    .orderBy('mutes.created_at', 'desc')
    .orderBy('mutes.muted_id', 'desc')
    .limit(rowsFor(limit))
    .execute()
  const { total } = await mine.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { ...page(viewer, rows, limit), total }
}

function page(viewer: Member, rows: (Row & { place: string })[], limit: number) {
  const { items, next_cursor } = pageOf(rows, limit)
  return { items: items.map((row) => shown(viewer, row)), next_cursor }
}

interface Row {
  user_id: string
  username: string
  display_name: string
  avatar_url: string | null
  created_at: Date
}

function shown(
  viewer: Viewer,
  { user_id, username, display_name, avatar_url, created_at }: Row,
): ListedPerson {
  return {
    user_id,
    username,
    display_name: nameFor(viewer, display_name, username),
    avatar_url,
    since: created_at.toISOString(),
  }
}
