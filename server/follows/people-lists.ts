import { type RawBuilder, sql } from 'kysely'
import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import type {
  PersonListItem,
  listFollowers,
  listFollowing,
  listFollowRequests,
} from '#contract/people/follows.ts'
import { getDefaultSettingValue } from '#contract/safety/safety-defaults.ts'
import { config } from '../platform/config.ts'
import { db } from '../platform/db/db.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import type { Member, Viewer } from '../platform/http/viewer.ts'
import { selectVisiblePeople, selectBlockedPeople } from '#server/access-policy/profile-queries.ts'
import { getVisibleDisplayName } from '#server/access-policy/contact-detail-visibility.ts'
import { selectVisibleDisplayName } from '#server/access-policy/visible-profiles.ts'
import { userAgeBandSql } from '#server/accounts/age.ts'

type PeopleListQuery = ParsedInputOf<typeof listFollowers>['query']
type PeopleListResponse = ResponseOf<typeof listFollowers>

/** Lists the viewer's followers. */
export async function listOwnFollowers(viewer: Member, wanted: PeopleListQuery): Promise<PeopleListResponse> {
  const { items, ...rest } = await selectFollowPage(
    viewer,
    wanted,
    'follower_id',
    isOwnFollow('followed_id', viewer, ['approved']),
  )
  return { ...rest, items: items.map((row) => presentListedPerson(viewer, row)) }
}

/**
 * Lists pending requests to follow the viewer. If the viewer is a minor, requests from adults are marked, as
 * the safety defaults require. Requests that the policy rejects or that the viewer has declined are left out.
 */
export async function listOwnFollowRequests(
  viewer: Member,
  wanted: PeopleListQuery,
): Promise<ResponseOf<typeof listFollowRequests>> {
  const { items, ...rest } = await selectFollowPage(
    viewer,
    wanted,
    'follower_id',
    sql<boolean>`(${isOwnFollow('followed_id', viewer, ['pending'])} and ${isRequestDelivered(viewer)})`,
  )
  return {
    ...rest,
    items: items.map((row) => ({
      ...presentListedPerson(viewer, row),
      adult: !viewer.isAdult && row.is_adult,
    })),
  }
}

function isRequestDelivered(viewer: Member): RawBuilder<boolean> {
  const takesAdults =
    getDefaultSettingValue('followed_by_adults', viewer.band, config.safetyPreset) !== 'never'
  return takesAdults
    ? sql<boolean>`follows.declined_at is null`
    : sql<boolean>`follows.declined_at is null and ${userAgeBandSql(sql.ref('follows.follower_id'))} <> '18-19'`
}

/** Lists the people whom the viewer follows or has asked to follow. */
export async function listOwnFollowing(
  viewer: Member,
  wanted: PeopleListQuery,
): Promise<ResponseOf<typeof listFollowing>> {
  const mine = isOwnFollow('follower_id', viewer, ['pending', 'approved'])
  const { items, ...rest } = await selectFollowPage(viewer, wanted, 'followed_id', mine)
  return {
    ...rest,
    items: items.map((row) => ({
      ...presentListedPerson(viewer, row),
      state: row.state,
      new_video_notifications: row.new_video_notifications ? 'all' : 'none',
    })),
  }
}

function isOwnFollow(column: string, viewer: Member, states: string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`follows.${column}`)} = ${viewer.id} and follows.state = any(${states})`
}

type FollowColumn = 'follower_id' | 'followed_id'

/**
 * Selects a page of followers or followed people, newest first. Hidden accounts and blocked people are
 * neither listed nor counted.
 */
async function selectFollowPage(
  viewer: Member,
  { cursor, limit }: PeopleListQuery,
  side: FollowColumn,
  mine: RawBuilder<boolean>,
) {
  const { rowCursor, before } = createKeyset('follows', side)
  const there = db
    .selectFrom('follows')
    .innerJoin(selectVisiblePeople(viewer).selectAll().as('profiles'), 'profiles.user_id', `follows.${side}`)
    .where(mine)
  const rows = await there
    .select(['profiles.user_id', 'username', selectVisibleDisplayName(viewer), 'avatar_url', 'follows.state'])
    .select('follows.new_video_notifications')
    .select(['follows.created_at', rowCursor.as('place')])
    .select(sql<boolean>`${userAgeBandSql(sql.ref('profiles.user_id'))} = '18-19'`.as('is_adult'))
    .where(before(cursor))
    .orderBy('follows.created_at', 'desc')
    .orderBy(`follows.${side}`, 'desc')
    .limit(toFetchLimitSql(limit))
    .execute()
  const { total } = await there.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { ...paginateRows(rows, limit), total }
}

/**
 * Lists the people whom the viewer has blocked. Blocked people are invisible everywhere else, so this is the
 * only list from which the viewer can unblock them.
 */
export async function listOwnBlocks(
  viewer: Member,
  { cursor, limit }: PeopleListQuery,
): Promise<PeopleListResponse> {
  const { rowCursor, before } = createKeyset('blocks', 'blocked_id')
  const rows = await selectBlockedPeople(viewer)
    .select([
      'profiles.user_id',
      'username',
      selectVisibleDisplayName(viewer),
      'avatar_url',
      'blocks.created_at',
    ])
    .select(rowCursor.as('place'))
    .where(before(cursor))
    .orderBy('blocks.created_at', 'desc')
    .orderBy('blocks.blocked_id', 'desc')
    .limit(toFetchLimitSql(limit))
    .execute()
  const { total } = await selectBlockedPeople(viewer)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { ...presentPeoplePage(viewer, rows, limit), total }
}

export async function listOwnMutes(
  viewer: Member,
  { cursor, limit }: PeopleListQuery,
): Promise<PeopleListResponse> {
  const { rowCursor, before } = createKeyset('mutes', 'muted_id')
  const mine = selectVisiblePeople(viewer)
    .innerJoin('mutes', 'mutes.muted_id', 'profiles.user_id')
    .where('mutes.muter_id', '=', viewer.id)
  const rows = await mine
    .select([
      'profiles.user_id',
      'username',
      selectVisibleDisplayName(viewer),
      'avatar_url',
      'mutes.created_at',
    ])
    .select(rowCursor.as('place'))
    .where(before(cursor))
    .orderBy('mutes.created_at', 'desc')
    .orderBy('mutes.muted_id', 'desc')
    .limit(toFetchLimitSql(limit))
    .execute()
  const { total } = await mine.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { ...presentPeoplePage(viewer, rows, limit), total }
}

function presentPeoplePage(viewer: Member, rows: (PersonRow & { place: string })[], limit: number) {
  const { items, next_cursor } = paginateRows(rows, limit)
  return { items: items.map((row) => presentListedPerson(viewer, row)), next_cursor }
}

interface PersonRow {
  user_id: string
  username: string
  display_name: string
  avatar_url: string | null
  created_at: Date
}

function presentListedPerson(
  viewer: Viewer,
  { user_id, username, display_name, avatar_url, created_at }: PersonRow,
): PersonListItem {
  return {
    user_id,
    username,
    display_name: getVisibleDisplayName(viewer, display_name, username),
    avatar_url,
    since: created_at.toISOString(),
  }
}
