import { createHash, createHmac, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { coalesceWrites } from '../coalesce-writes.ts'

/** A cached page for anonymous visitors. */
export interface CachedPage {
  headers: Headers
  /** The nonce of the page's scripts in the content security policy. */
  nonce: string
  etag: string
  /** Returns the body in a content encoding. Each encoding is compressed once. */
  as(encoding: ContentEncoding): Promise<Buffer>
}

export type ContentEncoding = 'br' | 'gzip' | undefined

export interface RenderedPage {
  answer: Response
  /** The nonce that occurs in the rendered page. */
  nonce: string
  /** Whether other visitors can get this page, because it is complete and contains nothing personal. */
  isForAll: boolean
}

/**
 * The limits of the page cache in milliseconds, pages and bytes. Only counts on a page (likes, comments) can
 * be this old.
 */
export const pageCacheLimits = { fresh: 5000, pages: 500, bytes: 64 * 1024 * 1024 }

interface Entry {
  page: Promise<CachedPage | undefined>
  from: number
  bytes: number
}

let entries = new Map<string, Entry>()
/** Waits for all notifications sent so far. Without a connection for notifications, pages are not cached. */
let catchUp: (() => Promise<unknown>) | undefined

/**
 * Clears the cache, because something that pages show has changed. Pages that are being rendered are sent to
 * the visitors waiting for them, and are not cached.
 */
export function clearPageCache(): void {
  entries = new Map()
}

/**
 * Sets how this process catches up with notifications (live-updates.ts), or that it cannot. The cache starts
 * empty, because notifications could have been missed.
 */
export function setPageCacheSync(by: typeof catchUp): void {
  catchUp = by
  clearPageCache()
}

/**
 * Catches up with notifications, so that changes made before a request are visible in its response.
 * Concurrent requests share one catch-up.
 */
const caughtUp = coalesceWrites(async (_, who: true[]) => {
  await catchUp?.()
  return who
})

/**
 * Returns the page of this key, whether cached, being rendered, or newly rendered. Returns undefined if the
 * page cannot be shared or cannot be cached now; the caller then renders its own page.
 */
export async function getCachedPage(
  name: string,
  render: () => Promise<RenderedPage>,
): Promise<CachedPage | undefined> {
  const isHeard = await caughtUp('pages', true).catch(() => false)
  if (!isHeard || !catchUp) return undefined
  const known = entries.get(name)
  if (known && Date.now() - known.from < pageCacheLimits.fresh) return known.page
  const here = entries
  const entry: Entry = { page: Promise.resolve(undefined), from: Date.now(), bytes: 0 }
  entry.page = renderCachedPage(render, entry).then(
    (page) => {
      if (!page) dropEntry(here, name, entry)
      return page
    },
    (error: unknown) => {
      dropEntry(here, name, entry)
      throw error
    },
  )
  here.delete(name)
  here.set(name, entry)
  evictOldest(here)
  return entry.page
}

function dropEntry(from: Map<string, Entry>, name: string, entry: Entry): void {
  if (from.get(name) === entry) from.delete(name)
}

/** Evicts the oldest pages until the cache is within its limits. */
function evictOldest(of: Map<string, Entry>): void {
  let bytes = 0
  for (const entry of of.values()) bytes += entry.bytes
  for (const [name, entry] of of) {
    if (of.size <= pageCacheLimits.pages && bytes <= pageCacheLimits.bytes) return
    of.delete(name)
    bytes -= entry.bytes
  }
}

let key = randomBytes(32)

/**
 * Sets the key of page nonces. With a secret of the site, every process renders identical bytes for the same
 * content, so that a revalidation matches in each of them.
 */
export function setPageNonceSecret(secret: string): void {
  key = createHmac('sha256', secret).update('pages').digest()
}

/**
 * Renders a page for the cache and derives its nonce from the content, so that identical pages have the same
 * nonce and the same ETag. Injecting a script would change the page, and with it the nonce, which an attacker
 * cannot predict.
 */
async function renderCachedPage(
  render: () => Promise<RenderedPage>,
  entry: Entry,
): Promise<CachedPage | undefined> {
  const { answer, nonce: before, isForAll } = await render()
  if (!isForAll || answer.status !== 200) return undefined
  const parts = (await answer.text()).split(before)
  const nonce = createHmac('sha256', key).update(parts.join('')).digest('hex').slice(0, 32)
  const body = Buffer.from(parts.join(nonce))
  entry.bytes = 2 * body.length
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const squeezed = new Map<ContentEncoding, Promise<Buffer>>([[undefined, Promise.resolve(body)]])
  return {
    headers: answer.headers,
    nonce,
    etag,
    as(encoding) {
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
