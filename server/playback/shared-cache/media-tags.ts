import { createHash } from 'node:crypto'

/**
 * The tags of a response with an item's media, under which a shared cache can purge it: one of the item, and one of its
 * creator. Triggers write the same tags to `media_cache_purges` (0126_media_cache_purges.sql).
 */
export function mediaTags({ playbackId, creatorId }: { playbackId: string; creatorId: string }): string[] {
  const person = createHash('sha256').update(creatorId).digest('hex').slice(0, 24)
  return [`v-${playbackId}`, `p-${person}`]
}
