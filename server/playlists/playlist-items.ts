import { sql } from 'kysely'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import {
  type movePlaylistItem,
  playlistLimits,
  type putPlaylistItem,
  watchLaterId,
} from '#contract/engagement/playlists.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { requireVisibleContent } from '#server/content/get-content.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { computeNewPlaylistOrder, playlistPositionGap, saveNewPlaylistOrder } from './item-positions.ts'
import { createWatchLaterIfMissing, lockOwnPlaylist } from './own-playlists.ts'

type Membership = ResponseOf<typeof putPlaylistItem>

/** Adds a video to the end of the viewer's playlist. Repeated requests change nothing. */
export async function addToPlaylist(viewer: Member, id: string, contentId: string): Promise<Membership> {
  enforceRateLimit('playlists', viewer.id)
  return transaction(async (tx) => {
    if (id === watchLaterId) await createWatchLaterIfMissing(tx, viewer)
    const own = await lockOwnPlaylist(tx, viewer, id)
    await requireVisibleContent(viewer, contentId, tx)
    await appendPlaylistItem(tx, own.id, contentId)
    return { contains: true, total_count: await countItems(tx, own.id) }
  })
}

/**
 * Adds a video to the end of a playlist that the caller has locked or just created. Throws `playlist_full` at
 * the limit, unless the playlist already contains the video.
 */
export async function appendPlaylistItem(tx: Tx, playlistId: string, contentId: string): Promise<void> {
  const added = await tx
    .insertInto('playlist_items')
    .expression(
      sql`select ${playlistId}::uuid, ${contentId}::uuid, coalesce(max(position), 0) + ${sql.lit(playlistPositionGap)}
        from playlist_items where playlist_id = ${playlistId}`,
    )
    .columns(['playlist_id', 'content_id', 'position'])
    .onConflict((row) => row.columns(['playlist_id', 'content_id']).doNothing())
    .returning('content_id')
    .execute()
  if (added.length > 0 && (await countItems(tx, playlistId)) > playlistLimits.items)
    throw new ApiError('playlist_full')
}

/**
 * Removes a video from the viewer's playlist, even if the viewer may no longer watch the video. Idempotent.
 */
export async function removeFromPlaylist(viewer: Member, id: string, contentId: string): Promise<Membership> {
  enforceRateLimit('playlists', viewer.id)
  return transaction(async (tx) => {
    if (id === watchLaterId) await createWatchLaterIfMissing(tx, viewer)
    const own = await lockOwnPlaylist(tx, viewer, id)
    await tx
      .deleteFrom('playlist_items')
      .where('playlist_id', '=', own.id)
      .where('content_id', '=', contentId)
      .execute()
    return { contains: false, total_count: await countItems(tx, own.id) }
  })
}

type Target = ParsedInputOf<typeof movePlaylistItem>['body']

/**
 * Moves a video directly before or after another video of the playlist. Throws `content_not_found` if the
 * playlist does not contain the video that should move, and `conflict` if the playlist no longer contains the
 * other video.
 */
export async function moveInPlaylist(
  viewer: Member,
  id: string,
  contentId: string,
  target: Target,
): Promise<undefined> {
  enforceRateLimit('playlists', viewer.id)
  await transaction(async (tx) => {
    const own = await lockOwnPlaylist(tx, viewer, id)
    const items = await tx
      .selectFrom('playlist_items')
      .select(['content_id', 'position'])
      .where('playlist_id', '=', own.id)
      .orderBy('position')
      .execute()
    const others = items.filter((item) => item.content_id !== contentId)
    const neighbour = 'before' in target ? target.before : target.after
    const at = others.findIndex((item) => item.content_id === neighbour)
    if (others.length === items.length) throw new ApiError('content_not_found')
    if (at < 0) throw new ApiError('conflict')
    const to = 'before' in target ? at : at + 1
    await saveNewPlaylistOrder(tx, own.id, contentId, computeNewPlaylistOrder(others, contentId, to))
  })
}

async function countItems(tx: Tx, playlistId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('playlist_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('playlist_id', '=', playlistId)
    .executeTakeFirstOrThrow()
  return count
}
