import { db } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { findReviewItem, type PlayableItem } from './playback-access.ts'

/** The playlist of a new file that waits for a moderator. */
export const heldReplacementPath = 'replacement.m3u8'

/**
 * Returns the item if the viewer may request this path of its media, and null otherwise. While a new file is being made or reviewed,
 * its paths exist only for staff who have claimed a case about the item. Each attempt has a folder whose name is its
 * fencing token, and the tokens of a replacement are higher than those of the published attempts.
 */
export async function findItemByMediaPath(
  viewer: Viewer,
  item: PlayableItem,
  path: string,
): Promise<PlayableItem | null> {
  const fence = Number(/^(\d{1,9})\//.exec(path)?.[1] ?? 0)
  const isUnpublished =
    path === heldReplacementPath ||
    (fence > item.latestFence && (await isOfReplacement(item.contentId, fence)))
  return isUnpublished ? findReviewItem(viewer, item.playbackId) : item
}

/** Asks the database, because the cached item can be older than the replacement. */
async function isOfReplacement(contentId: string, fence: number): Promise<boolean> {
  const row = await db
    .selectFrom('streams')
    .innerJoin('stream_replacements', 'stream_replacements.content_id', 'streams.content_id')
    .select('streams.id')
    .where('streams.content_id', '=', contentId)
    .where('streams.fence', '<', fence)
    .where('stream_replacements.fence', '>=', fence)
    .executeTakeFirst()
  return row !== undefined
}
