import type { getContentSeries } from '#contract/content/series.ts'
import type { EpisodeNumber } from '#contract/content/episode-numbers.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { maskTextForViewer } from '#server/access-policy/contact-detail-visibility.ts'
import { selectItemsWithViewablePage } from '#server/access-policy/content-queries.ts'
import { selectVisibleSeries } from '#server/access-policy/series-queries.ts'
import { isCreatorMinor } from '#server/content/creators.ts'
import { toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import { type Viewer, getViewerId } from '#server/platform/http/viewer.ts'
import { isAfterEpisode, loadSeasons, presentEpisode, selectEpisodes } from './get-series.ts'

/** How many episodes of a season to list before and after a video. */
const nearbyEpisodes = { before: 5, after: 25 }

/**
 * Returns the series of a video, nearby episodes of the same season, and the next episode. If `wantedSeason`
 * is another season of the series, returns the first episodes of that season instead. Throws
 * `content_not_found`.
 */
export async function loadContentSeries(
  viewer: Viewer,
  contentId: string,
  wantedSeason: number | undefined,
): Promise<ResponseOf<typeof getContentSeries>> {
  await requireContentPage(viewer, contentId)
  const row = await selectVisibleSeries(viewer)
    .innerJoin('series_episodes as this', 'this.series_id', 'series.id')
    .select(['series.id', 'series.user_id', 'series.title', 'this.season', 'this.episode'])
    .select(isCreatorMinor.as('by_minor'))
    .where('this.content_id', '=', contentId)
    .executeTakeFirst()
  if (!row) return { series: null }
  const { id, season, episode } = row
  const mine = row.user_id === getViewerId(viewer)
  const title = mine ? row.title : maskTextForViewer(viewer, row.title, row.by_minor)
  const [seasons, wanted, next] = await Promise.all([
    loadSeasons(viewer, id, mine),
    wantedSeason === undefined || wantedSeason === season
      ? []
      : loadNearbyEpisodes(viewer, id, mine, { season: wantedSeason, episode: 1 }),
    loadNextEpisode(viewer, id, mine, row),
  ])
  const nearby = wanted.length > 0 ? wanted : await loadNearbyEpisodes(viewer, id, mine, row)
  return { series: { id, title, season, episode, seasons, nearby, next } }
}

/** Owners also see the series of an item that was taken down. */
async function requireContentPage(viewer: Viewer, contentId: string): Promise<void> {
  const item = await selectItemsWithViewablePage(viewer)
    .select('content.id')
    .where('content.id', '=', contentId)
    .executeTakeFirst()
  if (!item) throw new ApiError('content_not_found')
}

async function loadNearbyEpisodes(
  viewer: Viewer,
  seriesId: string,
  mine: boolean,
  { season, episode }: EpisodeNumber,
) {
  const ofSeason = selectEpisodes(viewer, seriesId, mine).where('series_episodes.season', '=', season)
  const [before, after] = await Promise.all([
    ofSeason
      .where('series_episodes.episode', '<', episode)
      .orderBy('series_episodes.episode', 'desc')
      .limit(nearbyEpisodes.before)
      .execute(),
    ofSeason
      .where('series_episodes.episode', '>=', episode)
      .orderBy('series_episodes.episode')
      .limit(toFetchLimitSql(nearbyEpisodes.after - 1))
      .execute(),
  ])
  return [...before.toReversed(), ...after].map((row) => presentEpisode(viewer, row))
}

async function loadNextEpisode(viewer: Viewer, seriesId: string, mine: boolean, after: EpisodeNumber) {
  const row = await selectEpisodes(viewer, seriesId, mine)
    .where(isAfterEpisode(after))
    .where('content.stream_status', '=', 'ready')
    .orderBy('series_episodes.season')
    .orderBy('series_episodes.episode')
    .limit(1)
    .executeTakeFirst()
  return row ? presentEpisode(viewer, row) : null
}
