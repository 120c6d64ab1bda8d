import { sql } from 'kysely'
import type { Tx } from '../platform/db/db.ts'

/**
 * The distance between the positions of adjacent videos. A moved video gets the position halfway between its
 * new neighbours. After about twenty moves to the same place, the gap is used up, and all videos of the
 * playlist get new positions.
 */
export const playlistPositionGap = 2 ** 20

export interface PlaylistItemPosition {
  content_id: string
  position: number
}

/** The new order of a playlist: either the new position of the moved video, or all videos in order. */
export type NewPlaylistOrder = { position: number } | { renumbered: string[] }

/**
 * Returns the new order after the video `moved` is inserted at index `to` of `others`. `others` contains all
 * other videos of the playlist, in order.
 */
export function computeNewPlaylistOrder(
  others: PlaylistItemPosition[],
  moved: string,
  to: number,
): NewPlaylistOrder {
  const previous = others[to - 1]?.position ?? 0
  const next = others[to]?.position ?? previous + 2 * playlistPositionGap
  const position = Math.floor((previous + next) / 2)
  if (position > previous) return { position }
  const ids = others.map(({ content_id }) => content_id)
  return { renumbered: ids.toSpliced(to, 0, moved) }
}

/** Stores the new order. The caller has locked the playlist. */
export async function saveNewPlaylistOrder(
  tx: Tx,
  playlistId: string,
  moved: string,
  order: NewPlaylistOrder,
): Promise<void> {
  if ('position' in order) {
    await tx
      .updateTable('playlist_items')
      .set({ position: order.position })
      .where('playlist_id', '=', playlistId)
      .where('content_id', '=', moved)
      .execute()
    return
  }
  await sql`update playlist_items set position = numbered.nth * ${sql.lit(playlistPositionGap)}
    from unnest(${order.renumbered}::uuid[]) with ordinality as numbered (content_id, nth)
    where playlist_items.playlist_id = ${playlistId} and playlist_items.content_id = numbered.content_id`.execute(
    tx,
  )
}
