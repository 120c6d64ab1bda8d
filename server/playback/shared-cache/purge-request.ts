import type { MediaCacheConfig } from '#server/platform/settings/media-cache-settings.ts'

/** How many tags one request contains. Cloudflare accepts 100, Fastly 256. */
export const maxTagsPerPurge = 100
/** A purger that takes longer has failed. This limit must be shorter than the lease of a purge. */
export const purgeTimeoutMs = 4000

/** Why a purge failed: the status of the response, or `no response`. */
export type PurgeFailure = number | 'no response'

/**
 * Asks all caches to delete the responses with these tags. Returns the first failure, or null if all caches have
 * accepted the purge. Does not follow redirects, because they would get the token.
 */
export async function sendPurge(
  { purger, urls, token }: MediaCacheConfig,
  tags: readonly string[],
): Promise<PurgeFailure | null> {
  const request = purgeRequests[purger](tags, token)
  const outcomes = await Promise.all(urls.map((url) => send(url, request)))
  return outcomes.find((outcome) => outcome !== null) ?? null
}

async function send(url: string, request: RequestInit): Promise<PurgeFailure | null> {
  const signal = AbortSignal.timeout(purgeTimeoutMs)
  const response = await fetch(url, { ...request, redirect: 'manual', signal }).catch(() => null)
  await response?.body?.cancel().catch(() => {})
  if (!response) return 'no response'
  return response.ok ? null : response.status
}

/**
 * The requests of each purger. Varnish gets what `deploy/varnish.vcl` understands.
 * Sources: https://www.fastly.com/documentation/reference/api/purging/ and
 * https://developers.cloudflare.com/api/resources/cache/methods/purge/
 */
const purgeRequests: Record<
  MediaCacheConfig['purger'],
  (tags: readonly string[], token: string) => RequestInit
> = {
  varnish: (tags, token) => ({
    method: 'PURGE',
    headers: { authorization: `Bearer ${token}`, 'surrogate-key': tags.join(' ') },
  }),
  fastly: (tags, token) => ({
    method: 'POST',
    headers: { 'fastly-key': token, accept: 'application/json', 'surrogate-key': tags.join(' ') },
  }),
  cloudflare: (tags, token) => ({
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tags }),
  }),
}
