import { type RawBuilder, sql } from 'kysely'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import {
  type listOwnPlaylists,
  type listProfilePlaylists,
  type OwnPlaylist,
  type PlaylistVisibility,
  watchLaterId,
} from '#contract/engagement/playlists.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { maskTextForViewer } from '#server/access-policy/contact-detail-visibility.ts'
import {
  playlistCoverSql,
  selectOwnPlaylists,
  selectProfilePlaylists,
} from '#server/access-policy/playlist-queries.ts'
import { selectVisiblePeople } from '#server/access-policy/profile-queries.ts'
import { isCreatorMinor } from '#server/content/creators.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import { type Member, type Viewer, getViewerId } from '../platform/http/viewer.ts'
import { presentPlaylistTitle } from './own-playlists.ts'

const { rowCursor, before } = createKeyset('playlists')

/**
 * Lists the viewer's playlists, newest first. Every page of results includes the Watch later playlist, even
 * if that playlist is still empty.
 */
export async function listOwnPlaylistsPage(
  viewer: Member,
  { content, cursor, limit }: ParsedInputOf<typeof listOwnPlaylists>['query'],
): Promise<ResponseOf<typeof listOwnPlaylists>> {
  const rows = await selectOwnSummaries(viewer, content)
    .where('playlists.is_watch_later', '=', sql.lit(false))
    .where(before(cursor))
    .orderBy('playlists.created_at', 'desc')
    .orderBy('playlists.id', 'desc')
    .limit(toFetchLimitSql(limit))
    .execute()
  const watchLater = await selectOwnSummaries(viewer, content)
    .where('playlists.is_watch_later', '=', sql.lit(true))
    .executeTakeFirst()
  const { items, next_cursor } = paginateRows(rows, limit)
  return {
    watch_later: watchLater
      ? { ...presentOwn(watchLater), id: watchLaterId }
      : { ...createEmptyWatchLater(), contains: content === undefined ? null : false },
    items: items.map(presentOwn),
    next_cursor,
  }
}

const createEmptyWatchLater = (): OwnPlaylist => ({
  id: watchLaterId,
  is_watch_later: true,
  title: presentPlaylistTitle({ is_watch_later: true }),
  visibility: 'private',
  cover_url: null,
  total_count: 0,
  contains: null,
})

function selectOwnSummaries(viewer: Member, content: string | undefined) {
  return selectOwnPlaylists(viewer.id)
    .select(['playlists.id', 'is_watch_later', 'title', 'visibility', 'playlists.created_at'])
    .select([
      totalCountSql.as('total_count'),
      containsSql(content).as('contains'),
      playlistCoverSql(viewer, true).as('cover_url'),
      rowCursor.as('place'),
    ])
}

const totalCountSql = sql<number>`(select count(*) from playlist_items where playlist_items.playlist_id = playlists.id)`

function containsSql(content: string | undefined): RawBuilder<boolean | null> {
  if (content === undefined) return sql<null>`null::boolean`
  return sql<boolean>`exists (select from playlist_items
    where playlist_items.playlist_id = playlists.id and playlist_items.content_id = ${content})`
}

interface SummaryRow {
  id: string
  is_watch_later: boolean
  title: string
  visibility: PlaylistVisibility
  cover_url: string | null
}

const presentSummary = ({ id, is_watch_later, title, visibility, cover_url }: SummaryRow) => ({
  id,
  is_watch_later,
  title: presentPlaylistTitle({ is_watch_later, title }),
  visibility,
  cover_url,
})

function presentOwn(row: SummaryRow & Pick<OwnPlaylist, 'total_count' | 'contains'>): OwnPlaylist {
  return { ...presentSummary(row), total_count: row.total_count, contains: row.contains }
}

/** Lists the playlists that the viewer sees on a person's profile, newest first. */
export async function listProfilePlaylistsPage(
  viewer: Viewer,
  userId: string,
  { cursor, limit }: ParsedInputOf<typeof listProfilePlaylists>['query'],
): Promise<ResponseOf<typeof listProfilePlaylists>> {
  const person = await selectVisiblePeople(viewer)
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!person) throw new ApiError('creator_not_found')
  const mine = userId === getViewerId(viewer)
  const rows = await selectProfilePlaylists(viewer, userId)
    .select(['playlists.id', 'is_watch_later', 'title', 'visibility', isCreatorMinor.as('by_minor')])
    .select([playlistCoverSql(viewer, mine).as('cover_url'), rowCursor.as('place')])
    .where(before(cursor))
    .orderBy('playlists.created_at', 'desc')
    .orderBy('playlists.id', 'desc')
    .limit(toFetchLimitSql(limit))
    .execute()
  const { items, next_cursor } = paginateRows(rows, limit)
  return {
    items: items.map((row) => ({
      ...presentSummary(row),
      title: mine ? row.title : maskTextForViewer(viewer, row.title, row.by_minor),
    })),
    next_cursor,
  }
}
