import { type RawBuilder, sql } from 'kysely'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { type ContentQuery, selectListedItems, selectWatchableItems } from './content-queries.ts'
import { isListed, isWatchable } from './visible-content.ts'
import { isAccountHidden, isBlockedEitherWay } from './visible-profiles.ts'

/*
 * All queries on `playlists` start here (enforced by tests/architecture.test.ts). Access to a playlist and
 * access to the videos in it are checked separately: a visible playlist never makes a video visible.
 */

type DbOrTx = Db | Tx

/** Selects the playlists that the viewer can open with a link to the playlist. */
export function selectVisiblePlaylists(viewer: Viewer, from: DbOrTx = db) {
  return selectPlaylistsWithCreator(from).where(isPlaylistVisible(viewer))
}

/** Selects the playlists that the viewer sees on this person's profile. */
export function selectProfilePlaylists(viewer: Viewer, userId: string, from: DbOrTx = db) {
  return selectPlaylistsWithCreator(from)
    .where('playlists.user_id', '=', userId)
    .where(sql<boolean>`(not playlists.is_watch_later and playlists.visibility in ('followers', 'public'))`)
    .where(isPlaylistVisible(viewer))
}

/** Selects all playlists of the user with this id, without an access check. */
export function selectOwnPlaylists(userId: string, from: DbOrTx = db) {
  return from.selectFrom('playlists').where('playlists.user_id', '=', userId)
}

/**
 * Selects the videos that the viewer may see in playlists. In their own playlists, viewers see every video
 * that they may watch. In other people's playlists, viewers see only videos that they can also find in lists,
 * so that a playlist cannot promote a video whose reach a moderator has limited.
 */
export function selectItemsInPlaylists(viewer: Viewer, isOwn: boolean, from: DbOrTx = db): ContentQuery {
  return isOwn ? selectWatchableItems(viewer, from) : selectListedItems(viewer, from)
}

/**
 * Returns an SQL expression for the cover of a row in `playlists`: the cover of the first video in the
 * playlist that the viewer may see. The `isOwn` parameter has the same meaning as in
 * `selectItemsInPlaylists`.
 */
export function playlistCoverSql(viewer: Viewer, isOwn: boolean): RawBuilder<string | null> {
  return sql<
    string | null
  >`(select coalesce(content.cover_url, content.stream_thumbnail_url) from playlist_items
    join content on content.id = playlist_items.content_id
    left join profiles creator on creator.user_id = content.user_id
    where playlist_items.playlist_id = playlists.id and ${isOwn ? isWatchable(viewer) : isListed(viewer)}
    order by playlist_items.position limit 1)`
}

/**
 * Whether the viewer can open the playlist. If the owner's profile is private, only approved followers can
 * open any of the owner's playlists. The condition refers to `playlists` and `creator`.
 */
function isPlaylistVisible(viewer: Viewer): RawBuilder<boolean> {
  const isForAll = sql`(playlists.visibility in ('unlisted', 'public') and not creator.is_private)`
  const isOpen = sql`(creator.user_id is not null and not ${isAccountHidden('creator')})`
  if (viewer.kind === 'anonymous') return sql<boolean>`(${isOpen} and ${isForAll})`
  const follows = sql`exists (select from follows where follower_id = ${viewer.id}
    and followed_id = playlists.user_id and follows.state = 'approved')`
  return sql<boolean>`(playlists.user_id = ${viewer.id} or (${isOpen} and playlists.visibility <> 'private'
    and (${isForAll} or ${follows}) and not ${isBlockedEitherWay(viewer.id, sql.ref('playlists.user_id'))}))`
}

function selectPlaylistsWithCreator(from: DbOrTx) {
  return from.selectFrom('playlists').leftJoin('profiles as creator', 'creator.user_id', 'playlists.user_id')
}
