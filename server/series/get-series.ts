import { type RawBuilder, sql } from 'kysely'
import type { Episode, listEpisodes, SeriesDetail } from '#contract/content/series.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { Cursor } from '#contract/scalars.ts'
import { maskTextForViewer } from '#server/access-policy/contact-detail-visibility.ts'
import {
  selectItemsInSeries,
  selectVisibleSeries,
  seriesCoverSql,
} from '#server/access-policy/series-queries.ts'
import { presentContent, selectContentCards } from '#server/content/content-cards.ts'
import { creatorColumns, presentCreator } from '#server/content/creators.ts'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import { paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import { type Viewer, getViewerId } from '#server/platform/http/viewer.ts'
import { isSubscribedToSeries } from './episode-notifications.ts'

/** Returns a series as the viewer sees it, without its episodes. Throws `series_not_found`. */
export async function loadSeries(viewer: Viewer, id: string, on: Db | Tx = db): Promise<SeriesDetail> {
  const { user_id } = await findVisibleSeries(viewer, id, on)
  const mine = user_id === getViewerId(viewer)
  const row = await selectVisibleSeries(viewer, on)
    .select(['series.title', 'series.description', 'series.created_at'])
    .select(creatorColumns)
    .select(seriesCoverSql(viewer, mine).as('cover_url'))
    .select(isSubscribedToSeries(viewer).as('is_notified'))
    .where('series.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('series_not_found')
  return {
    id,
    title: mine ? row.title : maskTextForViewer(viewer, row.title, row.by_minor),
    description: mine ? row.description : maskTextForViewer(viewer, row.description, row.by_minor),
    cover_url: row.cover_url,
    creator: presentCreator(viewer, { user_id, ...row }),
    mine,
    seasons: await loadSeasons(viewer, id, mine, on),
    notifications: row.is_notified ? 'all' : 'none',
    created_at: row.created_at.toISOString(),
  }
}

/** Counts the episodes of each season that the viewer may see. Seasons without such episodes are left out. */
export function loadSeasons(viewer: Viewer, id: string, mine: boolean, on: Db | Tx = db) {
  return selectItemsInSeries(viewer, mine, on)
    .innerJoin('series_episodes', 'series_episodes.content_id', 'content.id')
    .select('series_episodes.season')
    .select(({ fn }) => fn.countAll<number>().as('episodes_count'))
    .where('series_episodes.series_id', '=', id)
    .groupBy('series_episodes.season')
    .orderBy('series_episodes.season')
    .execute()
}

/** Returns a page of a series' episodes, sorted by number. */
export async function loadEpisodes(
  viewer: Viewer,
  id: string,
  { season, episode, ids, cursor, limit }: ParsedInputOf<typeof listEpisodes>['query'],
): Promise<ResponseOf<typeof listEpisodes>> {
  const { user_id } = await findVisibleSeries(viewer, id, db)
  const wanted = ids?.split(',').filter(isUuid)
  const rows = await selectEpisodes(viewer, id, user_id === getViewerId(viewer))
    .where(isAfterCursor(cursor))
    .$if(season !== undefined, (q) => q.where('series_episodes.season', '=', season!))
    .$if(episode !== undefined, (q) => q.where('series_episodes.episode', '=', episode!))
    .$if(wanted !== undefined, (q) => q.where(sql<boolean>`content.id = any(${wanted}::uuid[])`))
    .orderBy('series_episodes.season')
    .orderBy('series_episodes.episode')
    .limit(toFetchLimitSql(limit))
    .execute()
  const placed = rows.map((row) => ({ ...row, place: `${toPosition(row)}_${row.id}` }))
  const { items, next_cursor } = paginateRows(placed, limit)
  return { items: items.map((row) => presentEpisode(viewer, row)), next_cursor }
}

const isUuid = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)

/** Selects the episodes of the series that the viewer may see. */
export function selectEpisodes(viewer: Viewer, seriesId: string, mine: boolean) {
  return selectContentCards(viewer, selectItemsInSeries(viewer, mine))
    .innerJoin('series_episodes', 'series_episodes.content_id', 'content.id')
    .select(['series_episodes.season', 'series_episodes.episode'])
    .where('series_episodes.series_id', '=', seriesId)
}

type EpisodeRow = Awaited<ReturnType<ReturnType<typeof selectEpisodes>['execute']>>[number]

export function presentEpisode(viewer: Viewer, row: EpisodeRow): Episode {
  return { season: row.season, episode: row.episode, content: presentContent(viewer, row) }
}

const toPosition = ({ season, episode }: { season: number; episode: number }) => season * 1000 + episode

/**
 * Matches the episodes that come after the cursor. The cursor contains the number of the last episode on the
 * previous page.
 */
function isAfterCursor(cursor: string | undefined): RawBuilder<boolean> {
  if (cursor === undefined) return sql<boolean>`true`
  if (!Cursor.safeParse(cursor).success) throw new ApiError('cursor_invalid')
  const position = Math.min(Number(cursor.split('_')[0]), 999_999)
  return isAfterEpisode({ season: Math.floor(position / 1000), episode: position % 1000 })
}

export function isAfterEpisode({ season, episode }: { season: number; episode: number }) {
  return sql<boolean>`(series_episodes.season, series_episodes.episode) > (${season}::int, ${episode}::int)`
}

/** Finds a series that the viewer may see. Throws `series_not_found`. */
export async function findVisibleSeries(viewer: Viewer, id: string, on: Db | Tx) {
  const found = await selectVisibleSeries(viewer, on)
    .select(['series.id', 'series.user_id'])
    .where('series.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new ApiError('series_not_found')
  return found
}
