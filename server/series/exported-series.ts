import { sql } from 'kysely'
import { selectOwnSeries, selectSeriesWithoutAccessCheck } from '#server/access-policy/series-queries.ts'

/** Selects the user's series with their episodes for the data export. */
export function selectExportedSeries(userId: string) {
  return selectOwnSeries(userId)
    .select(['title', 'description', 'created_at', 'updated_at'])
    .select(
      sql`(select coalesce(json_agg(json_build_object('video', '/watch/' || content_id, 'season', season,
        'episode', episode, 'added_at', added_at) order by season, episode), '[]')
        from series_episodes where series_id = series.id)`.as('episodes'),
    )
    .orderBy('created_at')
}

/**
 * Selects the series whose new episodes the user gets notifications about. The export contains only the
 * links, because the user may not be able to see a series any more.
 */
export function selectExportedEpisodeNotifications(userId: string) {
  return selectSeriesWithoutAccessCheck()
    .innerJoin('episode_notifications', 'episode_notifications.series_id', 'series.id')
    .select(sql<string>`'/series/' || series.id`.as('series'))
    .select('episode_notifications.created_at')
    .where('episode_notifications.user_id', '=', userId)
    .orderBy('episode_notifications.created_at')
}
