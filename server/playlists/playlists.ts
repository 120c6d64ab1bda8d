import { sql } from 'kysely'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import {
  type createPlaylist,
  type PlaylistDetail,
  playlistLimits,
  type updatePlaylist,
} from '#contract/engagement/playlists.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectOwnPlaylists } from '#server/access-policy/playlist-queries.ts'
import { requireVisibleContent } from '#server/content/get-content.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { checkUserText } from '#server/text-moderation/check-user-text.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { loadPlaylist } from './get-playlist.ts'
import { lockOwnPlaylist } from './own-playlists.ts'
import { appendPlaylistItem } from './playlist-items.ts'

/** Creates a playlist, with its first video if one is given. */
export async function createOwnPlaylist(
  viewer: Member,
  { title, description, visibility, content, anyway }: ParsedInputOf<typeof createPlaylist>['body'],
): Promise<PlaylistDetail> {
  enforceRateLimit('playlists', viewer.id)
  const texts = {
    title: checkPlaylistText(viewer, 'title', title, anyway),
    description: checkPlaylistText(viewer, 'description', description, anyway),
  }
  return transaction(async (tx) => {
    await requireRoomForPlaylist(tx, viewer)
    if (content !== undefined) await requireVisibleContent(viewer, content, tx)
    const created = await tx
      .insertInto('playlists')
      .values({ user_id: viewer.id, ...texts, visibility })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (content !== undefined) await appendPlaylistItem(tx, created.id, content)
    return loadPlaylist(viewer, created.id, tx)
  })
}

/**
 * Throws `too_many_playlists` at the limit. The lock makes concurrent requests by one person run one after
 * another.
 */
async function requireRoomForPlaylist(tx: Tx, viewer: Member): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`playlists ${viewer.id}`}, 7276))`.execute(tx)
  const { count } = await selectOwnPlaylists(viewer.id, tx)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('is_watch_later', '=', sql.lit(false))
    .executeTakeFirstOrThrow()
  if (count >= playlistLimits.perUser) throw new ApiError('too_many_playlists')
}

export async function updateOwnPlaylist(
  viewer: Member,
  id: string,
  { title, description, visibility, anyway }: ParsedInputOf<typeof updatePlaylist>['body'],
): Promise<PlaylistDetail> {
  enforceRateLimit('playlists', viewer.id)
  await transaction(async (tx) => {
    const before = await lockOwnPlaylist(tx, viewer, id)
    if (before.is_watch_later) throw new ApiError('watch_later_fixed')
    const changes = {
      ...(title !== undefined &&
        title !== before.title && { title: checkPlaylistText(viewer, 'title', title, anyway) }),
      ...(description !== undefined &&
        description !== before.description && {
          description: checkPlaylistText(viewer, 'description', description, anyway),
        }),
      ...(visibility !== undefined && { visibility }),
    }
    await tx
      .updateTable('playlists')
      .set({ ...changes, updated_at: new Date() })
      .where('id', '=', before.id)
      .execute()
  })
  return loadPlaylist(viewer, id)
}

export async function deleteOwnPlaylist(viewer: Member, id: string): Promise<undefined> {
  enforceRateLimit('playlists', viewer.id)
  await transaction(async (tx) => {
    const own = await lockOwnPlaylist(tx, viewer, id)
    if (own.is_watch_later) throw new ApiError('watch_later_fixed')
    await tx.deleteFrom('playlists').where('id', '=', own.id).execute()
  })
}

/**
 * Checks the text of a playlist. Private playlists are checked too, because they can be shared later.
 * Playlists have no moderation state, so text that a moderator would have to review first is rejected.
 */
function checkPlaylistText(
  viewer: Member,
  field: 'title' | 'description',
  text: string,
  anyway: boolean | undefined,
): string {
  const checked = checkUserText(field, text, { band: viewer.band, anyway })
  if (checked.held.length > 0) throw new ApiError(`playlist_${field}_held`)
  return checked.text
}
