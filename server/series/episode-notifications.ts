import { type RawBuilder, sql } from 'kysely'
import type { EpisodeNotifications } from '#contract/content/series.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectVisibleSeries } from '#server/access-policy/series-queries.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { type Member, type Viewer, getViewerId } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'

/**
 * Sets whether the viewer gets a notification about each new episode of a series. The viewer need not follow
 * the creator (decisions/058). Owners get no notifications about their own series.
 */
export async function setEpisodeNotifications(
  viewer: Member,
  id: string,
  wanted: EpisodeNotifications,
): Promise<{ notifications: EpisodeNotifications }> {
  enforceRateLimit('series', viewer.id)
  await transaction(async (tx) => {
    const found = await selectVisibleSeries(viewer, tx)
      .select('series.user_id')
      .where('series.id', '=', id)
      .forKeyShare('series')
      .executeTakeFirst()
    if (!found) throw new ApiError('series_not_found')
    if (wanted === 'none') return deleteSetting(tx, viewer, id)
    if (found.user_id === viewer.id) throw new ApiError('own_series')
    await tx
      .insertInto('episode_notifications')
      .values({ series_id: id, user_id: viewer.id })
      .onConflict((row) => row.doNothing())
      .execute()
  })
  return { notifications: wanted }
}

async function deleteSetting(tx: Tx, viewer: Member, id: string): Promise<void> {
  await tx
    .deleteFrom('episode_notifications')
    .where('series_id', '=', id)
    .where('user_id', '=', viewer.id)
    .execute()
}

/** Whether the viewer gets notifications about the series. Use this condition only in a query on `series`. */
export function isSubscribedToSeries(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`exists (select from episode_notifications
    where episode_notifications.series_id = series.id and episode_notifications.user_id = ${getViewerId(viewer)})`
}

/** Whether the user wants notifications about the series that a video is part of. */
export function isSubscribedToSeriesOfVideo(
  contentId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from series_episodes
    join episode_notifications on episode_notifications.series_id = series_episodes.series_id
    where series_episodes.content_id = ${contentId} and episode_notifications.user_id = ${userId})`
}
