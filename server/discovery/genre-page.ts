import { type RawBuilder, sql } from 'kysely'
import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import type { GenreFilter, getGenrePage } from '#contract/discovery/genre-pages.ts'
import { newReleaseDays } from '#contract/limits.ts'
import { isBeforeContentCursor, presentContent } from '#server/content/content-cards.ts'
import { selectListedContentCards } from '#server/content/list-content.ts'
import {
  isAmongNewestInContentGenres,
  type ContentGenre,
  findContentGenres,
} from '#server/content/content-genres.ts'
import { paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import type { Viewer } from '../platform/http/viewer.ts'

/**
 * Returns a genre's items for the selected filter chip, newest first. `any` is true if at least one filter
 * chip of the genre has items.
 */
export async function loadGenrePage(
  viewer: Viewer,
  genre: string,
  { show, cursor, limit }: ParsedInputOf<typeof getGenrePage>['query'],
): Promise<ResponseOf<typeof getGenrePage>> {
  const contentGenres = await findContentGenres(genre)
  const isNew = sql<boolean>`content.created_at > now() - make_interval(days => ${sql.lit(newReleaseDays)})`
  const condition = sql<boolean>`${isBeforeContentCursor(cursor)} and ${show === 'new' ? isNew : sql`true`}`
  const wanted = contentGenres.filter(chipFilters[show])
  const rows =
    wanted.length > 0 ? await selectGenreItems(viewer, wanted, toFetchLimitSql(limit), condition) : []
  const page = paginateRows(rows, limit)
  const any =
    rows.length > 0 ||
    (contentGenres.length > 0 && (await selectGenreItems(viewer, contentGenres, sql.lit(1))).length > 0)
  return { ...page, items: page.items.map((row) => presentContent(viewer, row)), any }
}

function selectGenreItems(
  viewer: Viewer,
  contentGenres: ContentGenre[],
  limit: RawBuilder<number>,
  condition?: RawBuilder<boolean>,
) {
  return selectListedContentCards(viewer)
    .where(isAmongNewestInContentGenres(viewer, contentGenres, limit, condition))
    .limit(limit)
    .execute()
}

const chipFilters: Record<GenreFilter, (contentGenre: ContentGenre) => boolean> = {
  all: () => true,
  movies: ({ content_type }) => content_type === 'movie',
  series: ({ content_type }) => content_type === 'tv_show',
  new: () => true,
}
