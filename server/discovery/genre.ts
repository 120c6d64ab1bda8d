import { type RawBuilder, sql } from 'kysely'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import type { GenreChip, getGenre } from '#contract/genre-page.ts'
import { newReleaseDays } from '#contract/limits.ts'
import { before, present } from '../content/cards.ts'
import { found, genreHas } from '../content/list.ts'
import { pageOf } from '../platform/db/keyset.ts'
import type { Viewer } from '../platform/http/viewer.ts'

/** A genre's items under one chip, newest first; `any` when there are some under whichever chip (ruling 7). */
export async function genrePage(
  viewer: Viewer,
  genre: string,
  { show, cursor, limit }: ParsedOf<typeof getGenre>['query'],
): Promise<AnswerOf<typeof getGenre>> {
  const rows = await found(viewer)
    .where(genreHas(genre))
    .where(under[show])
    .where(before(cursor))
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit)
  const any = rows.length > 0 || (await found(viewer).where(genreHas(genre)).limit(1).execute()).length > 0
  return { ...page, items: page.items.map((row) => present(viewer, row)), any }
}

const under: Record<GenreChip, RawBuilder<boolean>> = {
  all: sql<boolean>`true`,
  movies: sql<boolean>`content.content_type = 'movie'`,
  series: sql<boolean>`content.content_type = 'tv_show'`,
  new: sql<boolean>`content.created_at > now() - make_interval(days => ${sql.lit(newReleaseDays)})`,
}
