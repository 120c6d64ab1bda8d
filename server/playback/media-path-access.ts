import { db } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { findItemForCaseReview, type PlayableItem } from './playback-access.ts'

/** The path of the playlist of a new file that is held for review. */
export const heldReplacementPath = 'replacement.m3u8'

/**
 * Returns the item if the viewer may request media of the item at this path, otherwise null. While a new file
 * is being transcoded or reviewed, the paths of its media exist only for staff who have claimed a case about
 * the item. Each transcode attempt has a folder that is named after its fencing token. Attempts to transcode
 * the new file have higher tokens than the published attempts.
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
  return isUnpublished ? findItemForCaseReview(viewer, item.playbackId) : item
}

/** Queries the database, because the cached item can be older than the replacement. */
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
