import { type RawBuilder, sql } from 'kysely'
import type { listContent } from '#contract/content.ts'
import type { Content, Page } from '#contract/content.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { relatedCount } from '#contract/limits.ts'
import { db } from '../platform/db/db.ts'
import { pageOf, rowsFor } from '../platform/db/keyset.ts'
import { idOf, type Viewer } from '../platform/http/viewer.ts'
import { listedItems } from '../safety/items.ts'
import { before, cards, present } from './cards.ts'
import { newestOf } from './newest-of.ts'
import { visibleContent } from './one.ts'
import { onShelves, shelvesWith } from './shelves.ts'

type Wanted = ParsedOf<typeof listContent>['query']

/** What anybody may find, newest first, a page at a time. */
export async function list(viewer: Viewer, wanted: Wanted): Promise<Page> {
  const narrowed = await narrowedDown(viewer, wanted)
  if (narrowed === null) return { items: [], next_cursor: null }
  const rows = await found(viewer).where(narrowed).limit(rowsFor(wanted.limit)).execute()
  const page = pageOf(rows, wanted.limit)
  return { ...page, items: page.items.map((row) => present(viewer, row)) }
}

/** Null where nothing can be there. Of several ways to say which items, an index has the first one’s in order. */
async function narrowedDown(viewer: Viewer, wanted: Wanted): Promise<RawBuilder<boolean> | null> {
  const { creator, content_type, genre, cursor, limit } = wanted
  const shelves =
    genre === undefined
      ? undefined
      : (await shelvesWith(genre)).filter((shelf) => !content_type || shelf.content_type === content_type)
  if (shelves?.length === 0) return null
  const ofType = content_type ? sql`content.content_type = ${content_type}` : sql`true`
  const ofGenre = shelves ? sql`content.genre = any(${shelves.map((shelf) => shelf.genre)})` : sql`true`
  const ofCreator = creator ? sql`content.user_id = ${creator}` : sql`true`
  const fits = sql<boolean>`${before(cursor)} and ${ofCreator} and ${ofType} and ${ofGenre}`
  if (wanted.followed) {
    const followed = await followedBy(viewer)
    return followed.length > 0 ? ofFollowed(viewer, followed, rowsFor(limit), fits) : null
  }
  return shelves && !creator ? onShelves(viewer, shelves, rowsFor(limit), fits) : fits
}

function ofFollowed(
  viewer: Viewer,
  followed: string[],
  limit: RawBuilder<number>,
  fits: RawBuilder<boolean>,
) {
  return newestOf(viewer, {
    each: sql`unnest(${followed}::uuid[]) one (user_id)`,
    fits: sql<boolean>`content.user_id = one.user_id and ${fits}`,
    limit,
  })
}

/** Up to 12 others of the same type, newest first. */
export async function related(viewer: Viewer, id: string): Promise<{ items: Content[] }> {
  const { content_type: type } = await visibleContent(viewer, id)
  const rows = await found(viewer)
    .where('content.content_type', '=', type)
    .where('content.id', '<>', id)
    .limit(sql.lit(relatedCount))
    .execute()
  return { items: rows.map((row) => present(viewer, row)) }
}

/** Everything the viewer can find, newest first: lists narrow it down. */
export function found(viewer: Viewer) {
  return cards(listedItems(viewer)).orderBy('content.created_at', 'desc').orderBy('content.id', 'desc')
}

/** Asked first: who follows nobody is answered at once, instead of looking through everything for nothing. */
async function followedBy(viewer: Viewer): Promise<string[]> {
  const rows = await db
    .selectFrom('follows')
    .select('followed_id')
    .where('follower_id', '=', idOf(viewer))
    .where('state', '=', 'approved')
    .execute()
  return rows.map((row) => row.followed_id)
}
