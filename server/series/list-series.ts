import { type RawBuilder, sql } from 'kysely'
import type { listSeries, SeriesSummary } from '#contract/content/series-lists.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { maskTextForViewer } from '#server/access-policy/contact-detail-visibility.ts'
import { selectListedSeries, seriesCountsSql } from '#server/access-policy/series-queries.ts'
import { creatorColumns, presentCreator } from '#server/content/creators.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import { type Viewer, getViewerId } from '#server/platform/http/viewer.ts'

const { rowCursor } = createKeyset('series')

/**
 * Lists series, newest first. A series is included if the viewer can find at least one of its episodes in
 * lists. The ids of series are version 7 UUIDs, which sort by creation time, so this list is read with the
 * index of the primary key.
 */
export async function listSeriesPage(
  viewer: Viewer,
  { creator, cursor, limit }: ParsedInputOf<typeof listSeries>['query'],
): Promise<ResponseOf<typeof listSeries>> {
  const rows = await selectSeriesCards(viewer)
    .where(isBeforeCursor(cursor))
    .$if(creator !== undefined, (q) => q.where('series.user_id', '=', creator!))
    .orderBy('series.id', 'desc')
    .limit(toFetchLimitSql(limit))
    .execute()
  const { items, next_cursor } = paginateRows(rows, limit)
  return { items: items.map((row) => presentSeriesCard(viewer, row)), next_cursor }
}

function selectSeriesCards(viewer: Viewer) {
  return selectListedSeries(viewer)
    .select(['series.id', 'series.user_id', 'series.title', 'first_episode.cover_url'])
    .select(creatorColumns)
    .select([seriesCountsSql(viewer).as('counts'), rowCursor.as('place')])
}

type SeriesCardRow = Awaited<ReturnType<ReturnType<typeof selectSeriesCards>['execute']>>[number]

function presentSeriesCard(viewer: Viewer, row: SeriesCardRow): SeriesSummary {
  const mine = row.user_id === getViewerId(viewer)
  return {
    id: row.id,
    title: mine ? row.title : maskTextForViewer(viewer, row.title, row.by_minor),
    cover_url: row.cover_url,
    creator: presentCreator(viewer, row),
    seasons_count: row.counts.seasons,
    episodes_count: row.counts.episodes,
  }
}

/** The contract has checked the format of the cursor, which ends with the id of the last series. */
function isBeforeCursor(cursor: string | undefined): RawBuilder<boolean> {
  return cursor === undefined ? sql<boolean>`true` : sql<boolean>`series.id < ${cursor.split('_')[1]}::uuid`
}
