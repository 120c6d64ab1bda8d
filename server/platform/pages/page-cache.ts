import { createHash, createHmac, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { coalesceWrites } from '../coalesce-writes.ts'
import { createCounter } from '../metrics/registry.ts'

/** A cached page for anonymous visitors. */
export interface CachedPage {
  headers: Headers
  /** The nonce that the content security policy requires for the page's scripts. */
  nonce: string
  etag: string
  /** An upper bound on the memory that the page and its compressed versions take. */
  bytes: number
  /** Returns the body in the given content encoding. The body is compressed only once per encoding. */
  encodedAs(encoding: ContentEncoding): Promise<Buffer>
}

export type ContentEncoding = 'br' | 'gzip' | undefined

export interface RenderedPage {
  response: Response
  /** The nonce that the rendered page contains. */
  nonce: string
  /**
   * Whether the page can be shown to other visitors too, because it is complete and contains nothing
   * personal.
   */
  isShareable: boolean
}

/**
 * The limits of the page cache: the time for which a cached page is used (`fresh`, in milliseconds), the
 * number of pages, and the total size of the pages (`bytes`). Only the counts on a cached page (likes,
 * comments) can be out of date, because every other change clears the cache.
 */
export const pageCacheLimits = { fresh: 5000, pages: 500, bytes: 64 * 1024 * 1024 }

type Render = () => Promise<RenderedPage>

/**
 * A page that is evicted from the cache while it is being rendered is still sent to all visitors who are
 * waiting for it.
 */
function createCache() {
  return new LRUCache<string, CachedPage, Render>({
    max: pageCacheLimits.pages,
    maxSize: pageCacheLimits.bytes,
    ttl: pageCacheLimits.fresh,
    sizeCalculation: ({ bytes }) => bytes,
    fetchMethod: async (_, __, { context: render, options }) => {
      const startedAt = performance.now()
      const page = await renderCachedPage(render)
      // The age of a page is measured from the start of its rendering.
      options.ttl = Math.max(1, pageCacheLimits.fresh - (performance.now() - startedAt))
      return page
    },
    ignoreFetchAbort: true,
  })
}

const requests = createCounter(
  'afterbell_page_cache_requests_total',
  'Requests for pages that can be cached, by whether the page was in the cache',
  ['result'],
)

let cachedPages = createCache()
/**
 * Waits until this process has handled all database notifications that were sent so far. Without a database
 * connection for notifications, `catchUp` is undefined and no page is cached.
 */
let catchUp: (() => Promise<unknown>) | undefined

/**
 * Clears the cache when something that pages show has changed. Pages that are being rendered when the cache
 * is cleared are still sent to the visitors who are waiting for them, but are not cached.
 */
export function clearPageCache(): void {
  if (cachedPages.size > 0) cachedPages = createCache()
}

/**
 * Sets the function that this process calls to catch up with database notifications
 * (notification-listener.ts). `sync` is undefined while there is no database connection for notifications.
 * Every call of this function clears the cache, because the process may have missed notifications that
 * invalidate cached pages.
 */
export function setPageCacheInvalidator(sync: typeof catchUp): void {
  catchUp = sync
  clearPageCache()
}

/**
 * Catches up with database notifications, so that the response to a request shows all changes that were made
 * before the request. Concurrent requests wait for the same database query.
 */
const caughtUp = coalesceWrites(async (_, who: true[]) => {
  await catchUp?.()
  return who
})

/**
 * Returns the page with this cache key. The page comes from the cache, is already being rendered for another
 * request, or is rendered now. Returns undefined if the page cannot be shared between visitors or cannot be
 * cached now. The caller then renders the page only for this visitor.
 */
export async function getCachedPage(name: string, render: Render): Promise<CachedPage | undefined> {
  const isHeard = await caughtUp('pages', true).catch(() => false)
  if (!isHeard || !catchUp) return undefined
  requests.inc({ result: cachedPages.has(name) ? 'hit' : 'miss' })
  return cachedPages.fetch(name, { context: render })
}

let key = randomBytes(32)

/**
 * Sets the secret key from which the nonces of pages are derived. All processes of a site use the same secret
 * key, so they render identical bytes for the same content, and an ETag from one process is valid in every
 * other process.
 */
export function setPageNonceSecret(secret: string): void {
  key = createHmac('sha256', secret).update('pages').digest()
}

/**
 * Renders a page for the cache and derives its nonce from the content, so that identical pages have the same
 * nonce and the same ETag. The nonce is still unpredictable for an attacker who injects a script, because the
 * script changes the content and thereby the nonce.
 */
async function renderCachedPage(render: Render): Promise<CachedPage | undefined> {
  const { response, nonce: before, isShareable } = await render()
  if (!isShareable || response.status !== 200) return undefined
  const parts = (await response.text()).split(before)
  const nonce = createHmac('sha256', key).update(parts.join('')).digest('hex').slice(0, 32)
  const body = Buffer.from(parts.join(nonce))
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const squeezed = new Map<ContentEncoding, Promise<Buffer>>([[undefined, Promise.resolve(body)]])
  return {
    headers: response.headers,
    nonce,
    etag,
    bytes: 2 * body.length,
    encodedAs(encoding) {
      const known = squeezed.get(encoding) ?? compressBody(body, encoding)
      squeezed.set(encoding, known)
      return known
    },
  }
}

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

function compressBody(body: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  return encoding === 'br'
    ? asBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    : asGzip(body, { level: 6 })
}
