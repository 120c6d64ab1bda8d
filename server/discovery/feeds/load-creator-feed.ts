import { LRUCache } from 'lru-cache'
import type { Content } from '#contract/content/content.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { mediaAccessCacheMs } from '#contract/limits.ts'
import type { Profile } from '#contract/people/profiles.ts'
import { selectIndexableItems } from '#server/access-policy/content-queries.ts'
import { presentContent, selectContentCards } from '#server/content/content-cards.ts'
import { readFromReplica } from '#server/platform/db/replica/read-replica.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import { loadProfileByUsername } from '#server/profiles/profiles.ts'

/** The number of items in a feed. */
const maxItems = 50

/** The content of a creator's feeds: what an anonymous visitor sees of the profile and its newest videos. */
export interface CreatorFeed {
  profile: Profile
  items: Content[]
}

/** Feed readers request the formats of one creator at about the same time. Hidden videos disappear within seconds. */
const cache = new LRUCache<string, Promise<CreatorFeed>>({ max: 500, ttl: mediaAccessCacheMs })

/**
 * Loads the feed of a creator. Feeds exist only if the profile may be indexed, and contain only items that may be
 * indexed, so nothing by a person under 18 is in a feed. The error is the same for all other usernames.
 */
export function loadCreatorFeed(username: string): Promise<CreatorFeed> {
  const key = username.toLowerCase()
  const cached = cache.get(key)
  if (cached) return cached
  const loaded = readFromReplica(() => queryFeed(key))
  cache.set(key, loaded)
  loaded.catch(() => cache.delete(key))
  return loaded
}

/** Empties the cache, for tests that change what a feed contains. */
export function clearFeedCache(): void {
  cache.clear()
}

async function queryFeed(username: string): Promise<CreatorFeed> {
  const profile = await loadProfileByUsername(anonymousViewer, username)
  if (!profile.indexable) throw new ApiError('creator_not_found')
  const rows = await selectContentCards(anonymousViewer, selectIndexableItems())
    .where('content.user_id', '=', profile.user_id)
    .orderBy('content.created_at', 'desc')
    .orderBy('content.id', 'desc')
    .limit(maxItems)
    .execute()
  return { profile, items: rows.map((row) => presentContent(anonymousViewer, row)) }
}
