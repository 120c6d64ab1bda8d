import { type RawBuilder, sql } from 'kysely'
import type { ContentType } from '#contract/content/content-types.ts'
import { type Db, db, type Tx } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { isDiscoverable } from '#server/access-policy/visible-content.ts'
import { isAmongNewestPerCreatorOrGenre } from './newest-content-per-creator-or-genre.ts'

/**
 * A genre with its content type. Genre and content type are loaded as pairs, because some lists filter by
 * only one of them and other lists by both.
 */
export interface ContentGenre {
  content_type: ContentType
  genre: string
}

/**
 * Lists every pair of genre and content type that has a discoverable item. Even a large site has only about
 * fifty such pairs, and finding each pair takes one index lookup.
 */
export async function listContentGenres(on: Db | Tx = db): Promise<ContentGenre[]> {
  const first = selectItemsWithoutAccessCheck(on)
    .select(['genre', 'content_type'])
    .where(isDiscoverable)
    .orderBy('genre')
    .orderBy('content_type')
    .limit(sql.lit(1))
  const { rows } = await sql<ContentGenre>`
    with recursive shelf as (
      (${first})
      union all
      select next.genre, next.content_type from shelf cross join lateral (
        ${first.where(sql<boolean>`(content.genre, content.content_type) > (shelf.genre, shelf.content_type)`)}) next
    ) select genre, content_type from shelf`.execute(on)
  return rows
}

/**
 * Matches genres that contain at least one of the words, ignoring case. Characters such as `%` and `_` in the
 * words are matched literally.
 */
export function createGenreMatcher(words: readonly string[]): (contentGenre: ContentGenre) => boolean {
  const lowercased = words.map((word) => word.toLowerCase())
  return ({ genre }) => lowercased.some((word) => genre.includes(word))
}

export async function findContentGenres(word: string, on: Db | Tx = db): Promise<ContentGenre[]> {
  return (await listContentGenres(on)).filter(createGenreMatcher([word]))
}

/**
 * Matches the newest `limit` items in these genres that also satisfy `condition` and that the viewer can
 * find.
 */
export function isAmongNewestInContentGenres(
  viewer: Viewer,
  contentGenres: readonly ContentGenre[],
  limit: RawBuilder<number>,
  condition: RawBuilder<boolean> = sql<boolean>`true`,
): RawBuilder<boolean> {
  const types = contentGenres.map((contentGenre) => contentGenre.content_type)
  const genres = contentGenres.map((contentGenre) => contentGenre.genre)
  return isAmongNewestPerCreatorOrGenre(viewer, {
    groups: sql`unnest(${types}::text[], ${genres}::text[]) one (content_type, genre)`,
    condition: sql<boolean>`content.content_type = one.content_type and content.genre = one.genre and ${condition}`,
    limit,
  })
}
