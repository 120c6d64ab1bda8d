import { type RawBuilder, sql } from 'kysely'
import type { ContentType } from '#contract/kinds.ts'
import { db } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { itemsAtWork } from '../safety/items.ts'
import { findable } from '../safety/visible.ts'
import { newestOf } from './newest-of.ts'

/** What there is of a type in a genre; both together, because some lists want one, some the other and some both. */
export interface Shelf {
  content_type: ContentType
  genre: string
}

/** Every shelf with something findable on it: some fifty, however many items there are, each by one look at the index. */
export async function shelves(): Promise<Shelf[]> {
  const first = itemsAtWork()
    .select(['genre', 'content_type'])
    .where(findable)
    .orderBy('genre')
    .orderBy('content_type')
    .limit(sql.lit(1))
  const { rows } = await sql<Shelf>`
    with recursive shelf as (
      (${first})
      union all
      select next.genre, next.content_type from shelf cross join lateral (
        ${first.where(sql<boolean>`(content.genre, content.content_type) > (shelf.genre, shelf.content_type)`)}) next
    ) select genre, content_type from shelf`.execute(db)
  return rows
}

/** The genre contains one of the words, in any case; `%` and `_` are letters. */
export function has(words: readonly string[]): (shelf: Shelf) => boolean {
  const wanted = words.map((word) => word.toLowerCase())
  return ({ genre }) => wanted.some((word) => genre.includes(word))
}

export async function shelvesWith(word: string): Promise<Shelf[]> {
  return (await shelves()).filter(has([word]))
}

/** Among the newest `limit` on the shelves that fit and that the viewer may find. */
export function onShelves(
  viewer: Viewer,
  wanted: readonly Shelf[],
  limit: RawBuilder<number>,
  fits: RawBuilder<boolean> = sql<boolean>`true`,
): RawBuilder<boolean> {
  const types = wanted.map((shelf) => shelf.content_type)
  const genres = wanted.map((shelf) => shelf.genre)
  return newestOf(viewer, {
    each: sql`unnest(${types}::text[], ${genres}::text[]) one (content_type, genre)`,
    fits: sql<boolean>`content.content_type = one.content_type and content.genre = one.genre and ${fits}`,
    limit,
  })
}
