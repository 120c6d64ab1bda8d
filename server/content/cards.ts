import { type Selectable, sql } from 'kysely'
import type { Content } from '#contract/content.ts'
import { keyset } from '../platform/db/keyset.ts'
import type { Database } from '../platform/db/schema.ts'
import { idOf, type Viewer } from '../platform/http/viewer.ts'
import type { Items } from '../safety/items.ts'
import { nameFor, textFor, trailerFor } from '../safety/shown-text.ts'

export const { place, before, after } = keyset('content')

/**
 * What is shown of items, with their creator's public half; which items, one of the doors says (`safety/items.ts`). A profile that is lost is
 * tolerated (specification, section 2): its item can still be watched, and its creator has no name for now.
 */
export function cards(items: Items) {
  return items
    .select(columns)
    .select('creator.avatar_url')
    .select(sql<string>`coalesce(creator.username, '')`.as('username'))
    .select(sql<string>`coalesce(creator.display_name, '')`.as('display_name'))
    .select(byMinor.as('by_minor'))
    .select([viewsCount.as('views'), sql<boolean>`coalesce(creator.hides_views, false)`.as('hides_views')])
    .select(place.as('place'))
}

/** A creator without a profile counts as a minor. Speaks of `creator`. */
export const byMinor = sql<boolean>`coalesce(creator.is_minor, true)`

/** Speaks of `content`. At most 91 rows of an item (decisions/032), read for the few that are shown. */
const viewsCount = sql<number>`(select coalesce(sum(view_days.views), 0)::int8 from view_days where view_days.content_id = content.id)`

const columns = [
  'content.id',
  'content.user_id',
  'content.title',
  'content.description',
  'content.genre',
  'content.content_type',
  'content.visibility',
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
  'content.created_at',
] as const

type ColumnName = (typeof columns)[number] extends `content.${infer Name}` ? Name : never
type Row = Pick<Selectable<Database['content']>, ColumnName> & {
  username: string
  display_name: string
  avatar_url: string | null
  views: number
  hides_views: boolean
  by_minor: boolean
}

/** As the wire has it. What is not ready yet has no address to play; links and contact details are for adults, and in one's own. */
export function present(viewer: Viewer, row: Row): Content {
  const isReady = row.stream_status === 'ready'
  const mine = row.user_id === idOf(viewer)
  return {
    id: row.id,
    user_id: row.user_id,
    title: mine ? row.title : textFor(viewer, row.title, row.by_minor),
    description: mine ? row.description : textFor(viewer, row.description, row.by_minor),
    genre: row.genre,
    content_type: row.content_type,
    visibility: row.visibility,
    rating: row.rating,
    cover_url: row.cover_url ?? row.stream_thumbnail_url,
    // A chosen cover decides the thumbnail too, unless that was set on purpose.
    thumbnail_url:
      row.thumbnail_url ?? row.cover_url ?? (row.stream_thumbnail_url && thumbnailOf(row.playback_id)),
    trailer_url: mine ? row.trailer_url : trailerFor(viewer, row.trailer_url, row.by_minor),
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
    comments_count: row.comments_count,
    views: mine ? row.views : row.hides_views ? null : roundedViews(row.views),
    created_at: row.created_at.toISOString(),
    creator: {
      user_id: row.user_id,
      username: row.username,
      display_name: nameFor(viewer, row.display_name, row.username),
      avatar_url: row.avatar_url,
    },
    mine,
  }
}

/** Too coarse to tell that one particular person has just watched. */
export function roundedViews(views: number): number {
  const step = Math.max(10, 10 ** (String(views).length - 2))
  return Math.floor(views / step) * step
}

/** The picture at one second, 720 lines high (specification, section 7: Playback). */
function thumbnailOf(playbackId: string): string {
  return `/media/${playbackId}/thumbnail?time=1s&height=720`
}
