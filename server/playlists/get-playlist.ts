import type { PaginatedContent } from '#contract/content/content.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { type listPlaylistItems, type PlaylistDetail, watchLaterId } from '#contract/engagement/playlists.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { Cursor } from '#contract/scalars.ts'
import { maskTextForViewer } from '#server/access-policy/contact-detail-visibility.ts'
import {
  playlistCoverSql,
  selectItemsInPlaylists,
  selectVisiblePlaylists,
} from '#server/access-policy/playlist-queries.ts'
import { selectOwnProfile } from '#server/access-policy/profile-queries.ts'
import { presentContent, selectContentCards } from '#server/content/content-cards.ts'
import { creatorColumns, presentCreator } from '#server/content/creators.ts'
import { type Db, db, type Tx } from '../platform/db/db.ts'
import { paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import { requireMember, getViewerId, type Member, type Viewer } from '../platform/http/viewer.ts'
import { presentPlaylistTitle } from './own-playlists.ts'

/** Returns a playlist as the viewer sees it, without its videos. Throws `playlist_not_found`. */
export async function loadPlaylist(viewer: Viewer, id: string, on: Db | Tx = db): Promise<PlaylistDetail> {
  const found = await findVisiblePlaylist(viewer, id, on)
  if (!found) return presentMissingWatchLater(requireMember(viewer))
  const mine = found.user_id === getViewerId(viewer)
  const row = await selectVisiblePlaylists(viewer, on)
    .select(['playlists.title', 'playlists.description', 'playlists.visibility', 'playlists.created_at'])
    .select('playlists.is_watch_later')
    .select(creatorColumns)
    .select(playlistCoverSql(viewer, mine).as('cover_url'))
    .select([countVisibleItems(viewer, found.id, mine, on), countAllItems(found.id, on)])
    .where('playlists.id', '=', found.id)
    .executeTakeFirst()
  if (!row) throw new ApiError('playlist_not_found')
  return {
    id,
    is_watch_later: row.is_watch_later,
    title: mine
      ? presentPlaylistTitle({ is_watch_later: row.is_watch_later, title: row.title })
      : maskTextForViewer(viewer, row.title, row.by_minor),
    description: mine ? row.description : maskTextForViewer(viewer, row.description, row.by_minor),
    visibility: row.visibility,
    cover_url: row.cover_url,
    creator: presentCreator(viewer, { user_id: found.user_id, ...row }),
    mine,
    items_count: row.visible_count,
    // Only the owner learns how many videos are unavailable.
    unavailable_count: mine ? row.all_count - row.visible_count : null,
    created_at: row.created_at.toISOString(),
  }
}

/** An empty Watch later list. The row is created when the viewer adds the first video. */
async function presentMissingWatchLater(viewer: Member): Promise<PlaylistDetail> {
  const own = await selectOwnProfile(viewer.id).select(['display_name', 'avatar_url']).executeTakeFirst()
  return {
    id: watchLaterId,
    is_watch_later: true,
    title: presentPlaylistTitle({ is_watch_later: true }),
    description: '',
    visibility: 'private',
    cover_url: null,
    creator: presentCreator(viewer, {
      user_id: viewer.id,
      username: viewer.username,
      display_name: own?.display_name ?? '',
      avatar_url: own?.avatar_url ?? null,
    }),
    mine: true,
    items_count: 0,
    unavailable_count: 0,
    created_at: null,
  }
}

/** Counts the videos in the playlist that the viewer may see. */
function countVisibleItems(viewer: Viewer, id: string, mine: boolean, on: Db | Tx) {
  return selectItemsInPlaylists(viewer, mine, on)
    .innerJoin('playlist_items', 'playlist_items.content_id', 'content.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('playlist_items.playlist_id', '=', id)
    .$asScalar()
    .$notNull()
    .as('visible_count')
}

function countAllItems(id: string, on: Db | Tx) {
  return on
    .selectFrom('playlist_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('playlist_id', '=', id)
    .$asScalar()
    .$notNull()
    .as('all_count')
}

type Query = ParsedInputOf<typeof listPlaylistItems>['query']

/** Returns a page of the videos in a playlist, in playlist order. */
export async function loadPlaylistItems(viewer: Viewer, id: string, query: Query): Promise<PaginatedContent> {
  const found = await findVisiblePlaylist(viewer, id, db)
  if (!found) return { items: [], next_cursor: null }
  const rows = await selectContentCards(
    viewer,
    selectItemsInPlaylists(viewer, found.user_id === getViewerId(viewer)),
  )
    .innerJoin('playlist_items', 'playlist_items.content_id', 'content.id')
    .select('playlist_items.position')
    .where('playlist_items.playlist_id', '=', found.id)
    .where('playlist_items.position', '>', positionOf(query.cursor))
    .orderBy('playlist_items.position')
    .limit(toFetchLimitSql(query.limit))
    .execute()
  const placed = rows.map((row) => ({ ...row, place: `${row.position}_${row.id}` }))
  const { items, next_cursor } = paginateRows(placed, query.limit)
  return { items: items.map((row) => presentContent(viewer, row)), next_cursor }
}

/**
 * The position after which a page begins. The cursor contains the id of the last video on the previous page.
 */
function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!Cursor.safeParse(cursor).success) throw new ApiError('cursor_invalid')
  return Number(cursor.split('_')[0])
}

/**
 * Finds a playlist that the viewer can open. Returns null if the viewer's own Watch later list does not exist
 * yet. Throws `playlist_not_found` if the viewer cannot open the playlist.
 */
async function findVisiblePlaylist(viewer: Viewer, id: string, on: Db | Tx) {
  const isWatchLater = id === watchLaterId
  if (isWatchLater) requireMember(viewer)
  const found = await selectVisiblePlaylists(viewer, on)
    .select(['playlists.id', 'playlists.user_id'])
    .where('playlists.is_watch_later', '=', isWatchLater)
    .$if(isWatchLater, (q) => q.where('playlists.user_id', '=', getViewerId(viewer)))
    .$if(!isWatchLater, (q) => q.where('playlists.id', '=', id))
    .executeTakeFirst()
  if (!found && !isWatchLater) throw new ApiError('playlist_not_found')
  return found ?? null
}
