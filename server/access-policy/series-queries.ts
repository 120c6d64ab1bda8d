import { type RawBuilder, sql } from 'kysely'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import { type Viewer, getViewerId } from '#server/platform/http/viewer.ts'
import { type ContentQuery, selectListedItems, selectWatchableItems } from './content-queries.ts'
import { isListed, isWatchable } from './visible-content.ts'

/*
 * All queries on `series` start here (enforced by tests/architecture.test.ts). A series has no visibility
 * setting: people can see another person's series if they can find at least one of its episodes in lists. The
 * owner always sees the series.
 */

type DbOrTx = Db | Tx

/** Selects the series that the viewer may see, joined with their `creator`. */
export function selectVisibleSeries(viewer: Viewer, from: DbOrTx = db) {
  return from
    .selectFrom('series')
    .leftJoin('profiles as creator', 'creator.user_id', 'series.user_id')
    .where(
      sql<boolean>`(series.user_id = ${getViewerId(viewer)} or exists (select from ${episodesOfSeriesSql} and ${isListed(viewer)}))`,
    )
}

/**
 * Selects the series that have at least one episode that the viewer can find in lists, with the cover of the
 * first such episode. Because of the limit in the subquery, PostgreSQL stops at the first visible episode of
 * each series, and does not read series that are not on the page.
 */
export function selectListedSeries(viewer: Viewer, from: DbOrTx = db) {
  const firstEpisode = sql<{ cover_url: string | null }>`(
    select coalesce(content.cover_url, content.stream_thumbnail_url) as cover_url
    from ${episodesOfSeriesSql} and ${isListed(viewer)}
    order by series_episodes.season, series_episodes.episode limit 1)`
  return from
    .selectFrom('series')
    .leftJoin('profiles as creator', 'creator.user_id', 'series.user_id')
    .innerJoinLateral(firstEpisode.as('first_episode'), (join) => join.onTrue())
}

/** Counts the seasons and episodes of the current row in `series` that the viewer can find in lists. */
export function seriesCountsSql(viewer: Viewer): RawBuilder<{ seasons: number; episodes: number }> {
  return sql`(select jsonb_build_object('seasons', count(distinct series_episodes.season), 'episodes', count(*))
    from ${episodesOfSeriesSql} and ${isListed(viewer)})`
}

/** Selects all series of the user with this id, without an access check. */
export function selectOwnSeries(userId: string, from: DbOrTx = db) {
  return from.selectFrom('series').where('series.user_id', '=', userId)
}

/**
 * Selects series for internal work, such as notifying people. Never send the results to a viewer without an
 * access check.
 */
export function selectSeriesWithoutAccessCheck(from: DbOrTx = db) {
  return from.selectFrom('series')
}

/**
 * Selects the videos that the viewer may see in series. In their own series, viewers see every episode that
 * they may watch. In other people's series, viewers see only the episodes that they can also find in lists.
 */
export function selectItemsInSeries(viewer: Viewer, isOwn: boolean, from: DbOrTx = db): ContentQuery {
  return isOwn ? selectWatchableItems(viewer, from) : selectListedItems(viewer, from)
}

/**
 * Returns an SQL expression for the cover of a row in `series`: the cover of the first episode that the
 * viewer may see.
 */
export function seriesCoverSql(viewer: Viewer, isOwn: boolean): RawBuilder<string | null> {
  return sql<string | null>`(select coalesce(content.cover_url, content.stream_thumbnail_url)
    from ${episodesOfSeriesSql} and ${isOwn ? isWatchable(viewer) : isListed(viewer)}
    order by series_episodes.season, series_episodes.episode limit 1)`
}

/**
 * An SQL fragment for the episodes of the current row in `series`. Use the fragment in raw SQL as `from
 * ${episodesOfSeriesSql} and …`.
 */
const episodesOfSeriesSql = sql`series_episodes join content on content.id = series_episodes.content_id
  left join profiles creator on creator.user_id = content.user_id where series_episodes.series_id = series.id`

/** The series and number of an episode, in the format that `cardSeriesSql` returns. */
export interface CardSeries {
  id: string
  title: string
  season: number
  episode: number
}

/**
 * Returns an SQL expression for the series and the episode number of the current row in `content`, or null if
 * the row is not an episode. The viewer sees the series if the viewer owns it or can find this episode in
 * lists. If the viewer cannot find this episode in lists, the series of the episode is not shown, even if the
 * viewer can find other episodes. Checking all episodes would raise PostgreSQL's planning time for a genre
 * list from 7 ms to 11 ms. Only shows can be episodes, so items of other types are not looked up. Use this
 * expression only in a query that has the table alias `creator`. Callers must mask the title of the series.
 */
export function cardSeriesSql(viewer: Viewer): RawBuilder<CardSeries | null> {
  return sql<CardSeries | null>`(select jsonb_build_object('id', series.id, 'title', series.title,
      'season', this.season, 'episode', this.episode)
    from series_episodes this join series on series.id = this.series_id
    where content.content_type = 'tv_show' and this.content_id = content.id
      and (series.user_id = ${getViewerId(viewer)} or ${isListed(viewer)}))`
}

/**
 * Returns a subquery for the series and the number of an episode. The subquery does not check access: callers
 * must check that the viewer can find the video in lists. Callers must also mask the title of the series.
 */
export function episodeSeriesSql(contentId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select series.id as series_id, series.title as series_title, series_episodes.season, series_episodes.episode
    from series_episodes join series on series.id = series_episodes.series_id
    where series_episodes.content_id = ${contentId})`
}

/**
 * Whether the item's audience is everyone, not only followers of the creator. This condition ignores blocks
 * and the item's age rating.
 */
export function hasPublicAudience(contentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from content join profiles creator on creator.user_id = content.user_id
    where content.id = ${contentId} and content.visibility = 'public' and not creator.is_private)`
}
