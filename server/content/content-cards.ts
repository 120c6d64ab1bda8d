import { type Selectable, sql } from 'kysely'
import type { Content } from '#contract/content/content.ts'
import type { Visibility } from '#contract/content/content-types.ts'
import { createKeyset } from '#server/platform/db/keyset-pagination.ts'
import type { Database } from '../platform/db/schema.ts'
import { getViewerId, type Viewer } from '../platform/http/viewer.ts'
import type { ContentQuery } from '#server/access-policy/content-queries.ts'
import { type CardSeries, cardSeriesSql } from '#server/access-policy/series-queries.ts'
import { chosenVisibilitySql } from '#server/access-policy/visible-content.ts'
import { maskTextForViewer, getVisibleTrailerUrl } from '#server/access-policy/contact-detail-visibility.ts'
import { creatorColumns, presentCreator } from './creators.ts'

export const {
  rowCursor: contentCursor,
  before: isBeforeContentCursor,
  after: isAfterContentCursor,
} = createKeyset('content')

/**
 * Selects the columns of an item card, with the creator's public profile. The caller provides the query for
 * the items (`access-policy/content-queries.ts`). An item whose creator has no profile can still be watched
 * (specification, section 2). The creator's name is empty in this case. An episode has the name of its series
 * if `viewer` may see the series.
 */
export function selectContentCards(viewer: Viewer, items: ContentQuery) {
  return items
    .select(contentCardColumns)
    .select(chosenVisibilitySql.as('visibility'))
    .select(creatorColumns)
    .select([
      viewCountColumn.as('views'),
      sql<boolean>`coalesce(creator.hides_views, false)`.as('hides_views'),
    ])
    .select(cardSeriesSql(viewer).as('series'))
    .select(contentCursor.as('place'))
}

/**
 * The number of views. An item has at most 91 rows of view counts (decisions/032), and only the rows of the
 * items on the page are read. Use this expression only in a query that selects from `content`.
 */
const viewCountColumn = sql<number>`(select coalesce(sum(daily_view_counts.views), 0)::int8 from daily_view_counts where daily_view_counts.content_id = content.id)`

const contentCardColumns = [
  'content.id',
  'content.user_id',
  'content.title',
  'content.description',
  'content.genre',
  'content.content_type',
  'content.rating',
  'content.cover_url',
  'content.thumbnail_url',
  'content.trailer_url',
  'content.preview_url',
  'content.stream_url',
  'content.stream_status',
  'content.stream_thumbnail_url',
  'content.storyboard_url',
  'content.playback_id',
  'content.duration_seconds',
  'content.width',
  'content.height',
  'content.loudness_lufs',
  'content.is_featured',
  'content.likes_count',
  'content.comments_count',
  'content.comment_mode',
  'content.created_at',
] as const

type ColumnName = (typeof contentCardColumns)[number] extends `content.${infer Name}` ? Name : never
type Row = Pick<Selectable<Database['content']>, ColumnName> & {
  visibility: Visibility
  username: string
  display_name: string
  avatar_url: string | null
  views: number
  hides_views: boolean
  series: CardSeries | null
  by_minor: boolean
}

/**
 * Converts an item to its API representation. Playback URLs are null until the stream is ready. Only adults
 * see links and contact details in text that other people wrote.
 */
export function presentContent(viewer: Viewer, row: Row): Content {
  const isReady = row.stream_status === 'ready'
  const mine = row.user_id === getViewerId(viewer)
  return {
    id: row.id,
    user_id: row.user_id,
    title: mine ? row.title : maskTextForViewer(viewer, row.title, row.by_minor),
    description: mine ? row.description : maskTextForViewer(viewer, row.description, row.by_minor),
    genre: row.genre,
    content_type: row.content_type,
    visibility: row.visibility,
    rating: row.rating,
    cover_url: row.cover_url ?? row.stream_thumbnail_url,
    // A custom cover also replaces the default thumbnail, unless the creator chose a thumbnail.
    thumbnail_url:
      row.thumbnail_url ??
      row.cover_url ??
      (row.stream_thumbnail_url && defaultThumbnailUrl(row.playback_id)),
    trailer_url: mine ? row.trailer_url : getVisibleTrailerUrl(viewer, row.trailer_url, row.by_minor),
    preview_url: row.preview_url,
    stream_url: isReady ? row.stream_url : null,
    stream_status: row.stream_status,
    video_url: isReady ? `/embed/${row.playback_id}` : null,
    stream_thumbnail_url: row.stream_thumbnail_url,
    storyboard_url: row.storyboard_url,
    playback_id: isReady ? row.playback_id : null,
    duration_seconds: row.duration_seconds,
    width: row.width,
    height: row.height,
    loudness_lufs: row.loudness_lufs,
    is_featured: row.is_featured,
    likes_count: row.likes_count,
    comments_count: mine || row.comment_mode !== 'off' ? row.comments_count : 0,
    views: mine ? row.views : row.hides_views ? null : roundViewCount(row.views),
    created_at: row.created_at.toISOString(),
    creator: presentCreator(viewer, row),
    series: row.series && {
      ...row.series,
      title: mine ? row.series.title : maskTextForViewer(viewer, row.series.title, row.by_minor),
    },
    mine,
  }
}

/**
 * Rounds a view count down, so that the count does not reveal whether a particular person has just watched
 * the video.
 */
export function roundViewCount(views: number): number {
  const step = Math.max(10, 10 ** (String(views).length - 2))
  return Math.floor(views / step) * step
}

/**
 * Returns the URL of the default thumbnail: the video frame at 1 s, 720 pixels high (specification, section
 * 7: Playback).
 */
function defaultThumbnailUrl(playbackId: string): string {
  return `/media/${playbackId}/thumbnail?time=1s&height=720`
}
