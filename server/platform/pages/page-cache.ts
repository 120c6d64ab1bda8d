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
  /** The ids of everything that the page shows. */
  ids: ReadonlySet<string>
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
  /** The ids of everything that the page shows. */
  ids: ReadonlySet<string>
}

/**
 * The limits of the page cache: the time for which a cached page is used (`fresh`, in milliseconds), the
 * number of pages, and the total size of the pages (`bytes`). Only the counts on a cached page (likes,
 * comments) can be out of date, because every other change drops the pages that it affects.
 */
export const pageCacheLimits = { fresh: 5000, pages: 500, bytes: 64 * 1024 * 1024 }

type Render = () => Promise<RenderedPage>

const cachedPages = new LRUCache<string, CachedPage>({
  max: pageCacheLimits.pages,
  maxSize: pageCacheLimits.bytes,
  sizeCalculation: ({ bytes }) => bytes,
})

/** A page that is being rendered, and what has changed since its rendering started. */
interface Rendering {
  page: Promise<CachedPage | undefined>
  /** The ids of what has changed. An empty string means that any page can be affected. */
  changes: Set<string>
}

const renderings = new Map<string, Rendering>()

const requests = createCounter(
  'afterbell_page_cache_requests_total',
  'Requests for pages that can be cached, by whether the page was in the cache',
  ['result'],
)

/**
 * Waits until this process has handled all database notifications that were sent so far. Without a database
 * connection for notifications, `catchUp` is undefined and no page is cached.
 */
let catchUp: (() => Promise<unknown>) | undefined

/**
 * Drops the cached pages that show an item, person or playlist in `changed`, which contains ids separated by commas, or all
 * pages if it is empty. Pages that are being rendered at this moment are still sent to the visitors who are waiting for
 * them, but are cached only if they do not show what has changed.
 */
export function dropCachedPages(changed: string): void {
  const changes = new Set(changed.split(','))
  for (const rendering of renderings.values()) for (const id of changes) rendering.changes.add(id)
  const affected = [...cachedPages.entries()].filter(([, page]) => isAffected(page, changes))
  for (const [name] of affected) cachedPages.delete(name)
}

/**
 * Sets the function that this process calls to catch up with database notifications
 * (notification-listener.ts). `sync` is undefined while there is no database connection for notifications.
 * Every call of this function clears the cache, because the process may have missed notifications that
 * invalidate cached pages.
 */
export function setPageCacheInvalidator(sync: typeof catchUp): void {
  catchUp = sync
  dropCachedPages('')
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
  const kept = cachedPages.get(name)
  requests.inc({ result: kept ? 'hit' : 'miss' })
  return kept ?? renderOnce(name, render)
}

/** Renders the page, or waits until another request has rendered it. */
async function renderOnce(name: string, render: Render): Promise<CachedPage | undefined> {
  for (;;) {
    const running = renderings.get(name)
    if (!running) return cachedPages.get(name) ?? startRendering(name, render)
    const isCurrent = running.changes.size === 0
    const page = await running.page
    // The page may not show what had changed before this request.
    if (isCurrent || !page || !isAffected(page, running.changes)) return page
  }
}

function startRendering(name: string, render: Render): Promise<CachedPage | undefined> {
  const startedAt = performance.now()
  const changes = new Set<string>()
  const finish = async () => {
    try {
      const page = await renderCachedPage(render)
      // The age of a page is measured from the start of its rendering.
      const ttl = pageCacheLimits.fresh - (performance.now() - startedAt)
      if (page && ttl > 0 && !isAffected(page, changes)) cachedPages.set(name, page, { ttl })
      return page
    } finally {
      renderings.delete(name)
    }
  }
  const page = finish()
  renderings.set(name, { page, changes })
  return page
}

function isAffected({ ids }: CachedPage, changes: ReadonlySet<string>): boolean {
  return changes.has('') || !ids.isDisjointFrom(changes)
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
  const { response, nonce: before, isShareable, ids } = await render()
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
    // The ids are copied, because a substring keeps the whole text in memory.
    ids: new Set([...ids].join(' ').split(' ')),
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
