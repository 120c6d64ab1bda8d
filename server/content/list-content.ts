import { type RawBuilder, sql } from 'kysely'
import type { listContent } from '#contract/content/content.ts'
import type { Content, PaginatedContent } from '#contract/content/content.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { Id } from '#contract/scalars.ts'
import { maxRelatedItems } from '#contract/limits.ts'
import { paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import { getViewerId, type Viewer } from '../platform/http/viewer.ts'
import { listedItemsSql, selectListedItems } from '#server/access-policy/content-queries.ts'
import { selectVisiblePeople } from '#server/access-policy/profile-queries.ts'
import { hasMuted } from '#server/access-policy/visible-profiles.ts'
import { isBeforeContentCursor, selectContentCards, presentContent } from './content-cards.ts'
import { isAmongNewestPerCreatorOrGenre } from './newest-content-per-creator-or-genre.ts'
import { requireVisibleContent } from './get-content.ts'
import { isAmongNewestInContentGenres, findContentGenres } from './content-genres.ts'

type Wanted = ParsedInputOf<typeof listContent>['query']

/** Lists the items that the viewer can find, newest first, one page at a time. */
export async function listVisibleContent(viewer: Viewer, wanted: Wanted): Promise<PaginatedContent> {
  const filter = await listFilter(viewer, wanted)
  if (filter === null) return { items: [], next_cursor: null }
  const rows = await selectListedContentCards(viewer)
    .where(filter)
    .limit(toFetchLimitSql(wanted.limit))
    .execute()
  const page = paginateRows(rows, wanted.limit)
  return { ...page, items: page.items.map((row) => presentContent(viewer, row)) }
}

/**
 * Returns the condition that the listed items must meet, or null if no item can match. If the list is limited
 * to followed creators, the items are read with the index on creators. If the filters contain a genre but no
 * creators, the items are read with the index on genres. The database checks all other filters on each row
 * that it reads.
 */
async function listFilter(viewer: Viewer, wanted: Wanted): Promise<RawBuilder<boolean> | null> {
  const { creator, content_type, genre, ids, cursor, limit } = wanted
  const contentGenres =
    genre === undefined
      ? undefined
      : (await findContentGenres(genre)).filter(
          (contentGenre) => !content_type || contentGenre.content_type === content_type,
        )
  if (contentGenres?.length === 0) return null
  const ofType = content_type ? sql`content.content_type = ${content_type}` : sql`true`
  const ofGenre = contentGenres
    ? sql`content.genre = any(${contentGenres.map((contentGenre) => contentGenre.genre)})`
    : sql`true`
  const ofCreator = creator ? sql`content.user_id = ${creator}` : sql`true`
  const withId = ids ? sql`content.id = any(${parseIds(ids)}::uuid[])` : sql`true`
  const condition = sql<boolean>`${isBeforeContentCursor(cursor)} and ${ofCreator} and ${ofType} and ${ofGenre} and ${withId}`
  if (wanted.followed) {
    const followed = await loadFollowedIds(viewer)
    return followed.length > 0 ? isFromFollowed(viewer, followed, toFetchLimitSql(limit), condition) : null
  }
  return contentGenres && !creator
    ? isAmongNewestInContentGenres(viewer, contentGenres, toFetchLimitSql(limit), condition)
    : condition
}

/** Malformed creator ids are ignored, because they cannot match anything. */
function parseIds(ids: string): string[] {
  return ids.split(',').filter((id) => Id.safeParse(id).success)
}

/**
 * Matches the newest items of the followed creators. A page of 24 items contains items by at most 24 creators, and
 * these are the creators with the newest items. For this reason, the query reads only the newest item of most creators,
 * and more items only of the 24 creators with the newest items. For example, at most 22 items on the page are by the
 * creator of the third newest item, because the two newest items are by other creators. On a site with a million items,
 * the query takes 8 ms instead of 26 ms for a member who follows 200 creators. The subquery around the parameter hides
 * the number of creators from the planner. Otherwise, PostgreSQL would plan the query for each request (3 ms), because
 * it estimates the generic plan to be more expensive.
 */
function isFromFollowed(
  viewer: Viewer,
  followed: string[],
  limit: RawBuilder<number>,
  condition: RawBuilder<boolean>,
) {
  return isAmongNewestPerCreatorOrGenre(viewer, {
    groups: sql`(select followed.user_id, row_number() over (order by latest.created_at desc, latest.id desc) as rank
      from unnest((select ${followed}::uuid[])) followed (user_id) cross join lateral (
        select content.id, content.created_at from ${listedItemsSql(viewer)}
        where content.user_id = followed.user_id and ${condition}
        order by content.created_at desc, content.id desc limit 1
      ) latest order by latest.created_at desc, latest.id desc limit ${limit}) one`,
    condition: sql<boolean>`content.user_id = one.user_id and ${condition}`,
    limit,
    limitOfGroup: sql`${limit} + 1 - one.rank`,
  })
}

/** Returns up to 12 other items of the same content type as the given item, newest first. */
export async function listRelatedContent(viewer: Viewer, id: string): Promise<{ items: Content[] }> {
  const { content_type: type } = await requireVisibleContent(viewer, id)
  const rows = await selectListedContentCards(viewer)
    .where('content.content_type', '=', type)
    .where('content.id', '<>', id)
    .limit(sql.lit(maxRelatedItems))
    .execute()
  return { items: rows.map((row) => presentContent(viewer, row)) }
}

/** Selects all items that the viewer can find, newest first. Callers add their own filters. */
export function selectListedContentCards(viewer: Viewer) {
  return selectContentCards(viewer, selectListedItems(viewer))
    .orderBy('content.created_at', 'desc')
    .orderBy('content.id', 'desc')
}

/**
 * Loads the followed creators first. If the viewer follows no one, the page is empty and no items are
 * scanned. Muted, blocked and hidden creators are omitted, because the query would otherwise read all their
 * items in search of a visible one.
 */
async function loadFollowedIds(viewer: Viewer): Promise<string[]> {
  const rows = await selectVisiblePeople(viewer)
    .innerJoin('follows', 'follows.followed_id', 'profiles.user_id')
    .select('profiles.user_id')
    .where('follows.follower_id', '=', getViewerId(viewer))
    .where('follows.state', '=', 'approved')
    .where(sql<boolean>`not ${hasMuted(viewer, sql.ref('profiles.user_id'))}`)
    .execute()
  return rows.map((row) => row.user_id)
}
