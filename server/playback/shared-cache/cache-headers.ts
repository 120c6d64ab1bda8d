import { config } from '#server/platform/config.ts'
import { mediaTags } from './media-tags.ts'
import { isPurgingReliable } from './purger-health.ts'

/** If a purge misses a response, it leaves the cache after a day. */
const lifetimeSeconds = 86_400

/**
 * Lets the shared cache in front of the site keep a response with public media until it is purged. Only this cache
 * obeys the header: all other caches, such as a school's, obey Cache-Control and ask again after five seconds. While
 * purges are late, responses get no long lifetime.
 * Sources: https://www.fastly.com/documentation/reference/http/http-headers/Surrogate-Control/ and
 * https://developers.cloudflare.com/cache/concepts/cdn-cache-control/
 */
export function setPurgeableCacheHeaders(
  headers: Headers,
  item: { playbackId: string; creatorId: string },
): void {
  if (!config.mediaCache) return
  const names = headerNames[config.mediaCache.purger]
  headers.set(names.tags, mediaTags(item).join(names.separator))
  if (isPurgingReliable()) headers.set(names.lifetime, `max-age=${lifetimeSeconds}`)
}

const surrogateHeaders = { tags: 'surrogate-key', separator: ' ', lifetime: 'surrogate-control' }

/** The proxies remove these headers before a response reaches browsers. */
const headerNames = {
  varnish: surrogateHeaders,
  fastly: surrogateHeaders,
  cloudflare: { tags: 'cache-tag', separator: ',', lifetime: 'cloudflare-cdn-cache-control' },
}
