import { type RawBuilder, sql } from 'kysely'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import type { GenreChip, getGenre } from '#contract/genre-page.ts'
import { newReleaseDays } from '#contract/limits.ts'
import { before, present } from '../content/cards.ts'
import { found } from '../content/list.ts'
import { onShelves, type Shelf, shelvesWith } from '../content/shelves.ts'
import { pageOf, rowsFor } from '../platform/db/keyset.ts'
import type { Viewer } from '../platform/http/viewer.ts'

/** A genre's items under one chip, newest first; `any` when there are some under whichever chip (ruling 7). */
export async function genrePage(
  viewer: Viewer,
  genre: string,
  { show, cursor, limit }: ParsedOf<typeof getGenre>['query'],
): Promise<AnswerOf<typeof getGenre>> {
  const shelves = await shelvesWith(genre)
  const isNew = sql<boolean>`content.created_at > now() - make_interval(days => ${sql.lit(newReleaseDays)})`
  const fits = sql<boolean>`${before(cursor)} and ${show === 'new' ? isNew : sql`true`}`
  const wanted = shelves.filter(under[show])
  const rows = wanted.length > 0 ? await on(viewer, wanted, rowsFor(limit), fits) : []
  const page = pageOf(rows, limit)
  const any = rows.length > 0 || (shelves.length > 0 && (await on(viewer, shelves, sql.lit(1))).length > 0)
  return { ...page, items: page.items.map((row) => present(viewer, row)), any }
}

function on(viewer: Viewer, shelves: Shelf[], limit: RawBuilder<number>, fits?: RawBuilder<boolean>) {
  return found(viewer)
    .where(onShelves(viewer, shelves, limit, fits))
    .limit(limit)
    .execute()
}

const under: Record<GenreChip, (shelf: Shelf) => boolean> = {
  all: () => true,
  movies: ({ content_type }) => content_type === 'movie',
  series: ({ content_type }) => content_type === 'tv_show',
  new: () => true,
}
