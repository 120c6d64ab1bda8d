import type { Context } from 'hono'
import type { HttpEnv } from '../http/routes.ts'
import { routePatternOf } from '../http/page-route-patterns.ts'

/** Pages that say the same to everybody who is not signed in. No address among them holds a token, none is a form's answer. */
const cacheablePages = new Set(
  (
    ' music shows stories movies tv-shows talent challenges live browse charts genre/{genreName} browse/genre' +
    ' watch/{id} embed/{playbackId} creator/{username} creator/id/{id}' +
    ' about careers press help safety transparency dmca terms privacy'
  )
    .split(' ')
    .map((path) => `/${path}`),
)

/** Cookies that a browser may have without being somebody: the first two change a page, the third only how one signs in. */
const ignorableCookie = /^(?:__Host-)?(?:(theme|cookie-choice)=[\w.]*|device=.*)$/

/**
 * The name of the page that this request gets: requests of one name get the same. Undefined where it is somebody's own, or not to
 * be kept.
 */
export function pageCacheKey(c: Context<HttpEnv>): string | undefined {
  const { raw } = c.req
  const { viewer } = c.var
  if (raw.method !== 'GET' || viewer.kind !== 'anonymous' || viewer.isCrawler) return undefined
  const { pathname, search } = new URL(raw.url)
  if (!cacheablePages.has(routePatternOf(pathname)) || search.length > 200) return undefined
  const cookies = (raw.headers.get('cookie') ?? '').split(/;\s*/).filter(Boolean)
  const known = cookies.map((cookie) => ignorableCookie.exec(cookie))
  if (known.includes(null)) return undefined
  const own = known.filter((found) => found?.[1]).map((found) => found![0])
  return [pathname + search, ...own.toSorted(), `gpc=${raw.headers.get('sec-gpc') ?? ''}`].join('\n')
}
