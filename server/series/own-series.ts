import { sql } from 'kysely'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import type { listOwnSeries, OwnSeries } from '#contract/content/series.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectOwnSeries } from '#server/access-policy/series-queries.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import type { Member } from '#server/platform/http/viewer.ts'

const { rowCursor, before } = createKeyset('series')

/** Lists the viewer's series, newest first. */
export async function listOwnSeriesPage(
  viewer: Member,
  { cursor, limit }: ParsedInputOf<typeof listOwnSeries>['query'],
): Promise<ResponseOf<typeof listOwnSeries>> {
  const rows = await selectOwnSeries(viewer.id)
    .select(['series.id', 'title', rowCursor.as('place')])
    .select([episodesCountSql.as('episodes_count'), lastEpisodesSql.as('last_episodes')])
    .where(before(cursor))
    .orderBy('series.created_at', 'desc')
    .orderBy('series.id', 'desc')
    .limit(toFetchLimitSql(limit))
    .execute()
  const { items, next_cursor } = paginateRows(rows, limit)
  return {
    items: items.map(({ id, title, episodes_count, last_episodes }) => ({
      id,
      title,
      episodes_count,
      last_episodes,
    })),
    next_cursor,
  }
}

const episodesCountSql = sql<number>`(select count(*) from series_episodes where series_episodes.series_id = series.id)`

const lastEpisodesSql = sql<OwnSeries['last_episodes']>`(select coalesce(
  jsonb_agg(jsonb_build_object('season', season, 'episode', last) order by season), '[]')
  from (select season, max(episode) as last from series_episodes
    where series_episodes.series_id = series.id group by season) as seasons)`

/**
 * Locks the viewer's own series, so that concurrent changes to the series run one after another. Throws
 * `series_not_found` for other people's series.
 */
export async function lockOwnSeries(tx: Tx, viewer: Member, id: string) {
  const own = await selectOwnSeries(viewer.id, tx)
    .select(['id', 'title', 'description'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!own) throw new ApiError('series_not_found')
  return own
}
