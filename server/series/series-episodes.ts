import { sql } from 'kysely'
import type { putEpisode, SeriesEpisodeInput } from '#contract/content/series.ts'
import { type EpisodeNumber, seriesLimits } from '#contract/content/episode-numbers.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { lockOwnSeries } from './own-series.ts'

/**
 * Adds a show to the viewer's own series as an episode. If the show is already an episode of the series,
 * changes its number.
 */
export async function putEpisodeIntoSeries(
  viewer: Member,
  id: string,
  contentId: string,
  { season, episode, swap }: ParsedInputOf<typeof putEpisode>['body'],
): Promise<EpisodeNumber> {
  enforceRateLimit('series', viewer.id)
  return transaction(async (tx) => {
    await lockOwnSeries(tx, viewer, id)
    if (swap && (await swapEpisodes(tx, id, contentId, { season, episode }))) return { season, episode }
    await storeEpisode(tx, viewer, contentId, { id, season, episode })
    return { season, episode }
  })
}

/** Adds a new upload as an episode to the viewer's own series. */
export async function addUploadToSeries(
  tx: Tx,
  viewer: Member,
  contentId: string,
  place: SeriesEpisodeInput,
): Promise<void> {
  await lockOwnSeries(tx, viewer, place.id)
  await storeEpisode(tx, viewer, contentId, place)
}

/** Stores an episode of a series that the caller has locked. */
async function storeEpisode(
  tx: Tx,
  viewer: Member,
  contentId: string,
  place: SeriesEpisodeInput,
): Promise<void> {
  const item = await selectOwnItems(viewer.id, tx)
    .select('content.content_type')
    .where('content.id', '=', contentId)
    .executeTakeFirst()
  if (!item) throw new ApiError('content_not_found')
  if (item.content_type !== 'tv_show') throw new ApiError('not_a_show')
  await assertNumberFree(tx, viewer, contentId, place)
  const { id: series_id, season, episode } = place
  await tx
    .insertInto('series_episodes')
    .values({ content_id: contentId, series_id, season, episode })
    .onConflict((row) => row.column('content_id').doUpdateSet({ series_id, season, episode }))
    .execute()
  if ((await countEpisodes(tx, series_id)) > seriesLimits.episodes) throw new ApiError('series_full')
}

/** If another episode has the same number, throws `episode_number_taken` with the title of that episode. */
async function assertNumberFree(
  tx: Tx,
  viewer: Member,
  contentId: string,
  { id, season, episode }: SeriesEpisodeInput,
): Promise<void> {
  const other = await selectOwnItems(viewer.id, tx)
    .innerJoin('series_episodes', 'series_episodes.content_id', 'content.id')
    .select('content.title')
    .where('series_episodes.series_id', '=', id)
    .where('season', '=', season)
    .where('episode', '=', episode)
    .where('content.id', '!=', contentId)
    .executeTakeFirst()
  if (other) throw new ApiError('episode_number_taken', { season, episode, title: other.title })
}

/** Swaps the numbers of two episodes. Returns false unless both episodes are in the series. */
async function swapEpisodes(
  tx: Tx,
  id: string,
  contentId: string,
  { season, episode }: EpisodeNumber,
): Promise<boolean> {
  const swapped = await sql`
    update series_episodes set season = other.season, episode = other.episode
    from series_episodes one join series_episodes two on two.series_id = one.series_id and two.content_id <> one.content_id
      join series_episodes other on other.content_id in (one.content_id, two.content_id)
    where one.content_id = ${contentId} and one.series_id = ${id} and two.season = ${season} and two.episode = ${episode}
      and series_episodes.content_id in (one.content_id, two.content_id)
      and series_episodes.content_id <> other.content_id`.execute(tx)
  return swapped.numAffectedRows === 2n
}

/** Removes a show from the viewer's own series. Idempotent. */
export async function removeEpisode(viewer: Member, id: string, contentId: string): Promise<undefined> {
  enforceRateLimit('series', viewer.id)
  await transaction(async (tx) => {
    await lockOwnSeries(tx, viewer, id)
    await tx
      .deleteFrom('series_episodes')
      .where('series_id', '=', id)
      .where('content_id', '=', contentId)
      .execute()
  })
}

async function countEpisodes(tx: Tx, seriesId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('series_episodes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('series_id', '=', seriesId)
    .executeTakeFirstOrThrow()
  return count
}
