import { createHash } from 'node:crypto'

/**
 * The tags by which a shared cache can purge an item's media: one for the item, and one for its creator. Triggers write
 * the same tags to `media_cache_purges` (0126_media_cache_purges.sql).
 */
export function mediaTags({ playbackId, creatorId }: { playbackId: string; creatorId: string }): string[] {
  const person = createHash('sha256').update(creatorId).digest('hex').slice(0, 24)
  return [`v-${playbackId}`, `p-${person}`]
}
