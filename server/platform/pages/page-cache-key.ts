import type { Context } from 'hono'
import type { HonoEnv } from '../http/routes.ts'
import { getRoutePattern } from '../http/page-route-patterns.ts'

/**
 * The route patterns of pages that can be cached, because these pages are the same for all anonymous
 * visitors. The URL of a cacheable page never contains a token, and a cacheable page is never the result of a
 * form submission.
 */
export const cacheablePages = new Set(
  (
    ' music shows stories movies tv-shows talent challenges live browse charts genre/{genreName} browse/genre' +
    ' watch/{id} embed/{playbackId} creator/{username} creator/id/{id}' +
    ' about careers press help safety transparency dmca terms privacy'
  )
    .split(' ')
    .map((path) => `/${path}`),
)

/**
 * Cookies that do not identify anyone. The theme, cookie-choice and announcement cookies
 * change the page. The device cookie
 * only affects signing in. The language cookie is already taken into account, because the page's locale is
 * part of the key.
 */
const ignorableCookie =
  /^(?:__Host-)?(?:(theme|cookie-choice|announcement)=[\w.-]*|device=.*|language=[\w-]*)$/

/**
 * Returns the cache key of the requested page, or undefined if the page is personal or must not be cached.
 * Requests with the same key get the same page.
 */
export function getPageCacheKey(c: Context<HonoEnv>): string | undefined {
  const { raw } = c.req
  const { viewer } = c.var
  if (raw.method !== 'GET' || viewer.kind !== 'anonymous' || viewer.isCrawler) return undefined
  const { pathname, search } = new URL(raw.url)
  if (!cacheablePages.has(getRoutePattern(pathname)) || search.length > 200) return undefined
  const cookies = (raw.headers.get('cookie') ?? '').split(/;\s*/).filter(Boolean)
  const known = cookies.map((cookie) => ignorableCookie.exec(cookie))
  if (known.includes(null)) return undefined
  const own = known.filter((found) => found?.[1]).map((found) => found![0])
  return [pathname + search, c.var.locale, ...own.toSorted(), `gpc=${raw.headers.get('sec-gpc') ?? ''}`].join(
    '\n',
  )
}
