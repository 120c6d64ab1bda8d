import { createHash, createHmac, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { coalesceWrites } from '../coalesce-writes.ts'

/** A page as everybody gets it who is not signed in and asks for the same. */
export interface CachedPage {
  headers: Headers
  /** Of its scripts, by which its security policy knows them. */
  nonce: string
  etag: string
  /** The body as somebody's `Accept-Encoding` wants it; made once. */
  as(encoding: ContentEncoding): Promise<Buffer>
}

export type ContentEncoding = 'br' | 'gzip' | undefined

export interface RenderedPage {
  answer: Response
  /** As it stands in the page. */
  nonce: string
  /** Whether somebody else who asks the same may have it, too: nothing was missing, and nothing is for one person alone. */
  isForAll: boolean
}

/** Milliseconds, pages, bytes. What is counted on a page (likes, comments) may be as old as this; nothing else. */
export const pageCacheLimits = { fresh: 5000, pages: 500, bytes: 64 * 1024 * 1024 }

interface Entry {
  page: Promise<CachedPage | undefined>
  from: number
  bytes: number
}

let entries = new Map<string, Entry>()
/** Hears all that has been said so far. Without the news of what changes nothing is kept. */
let catchUp: (() => Promise<unknown>) | undefined

/** Something has changed that pages show. What is being made at this moment is given to who waits for it, and not kept. */
export function clearPageCache(): void {
  entries = new Map()
}

/** How this process hears what changes (live.ts), or that it does not. What was said meanwhile is not known, so it begins with nothing. */
export function setPageCacheSync(by: typeof catchUp): void {
  catchUp = by
  clearPageCache()
}

/** What was changed before somebody asks is heard before they are answered. All who ask at once wait for the same. */
const caughtUp = coalesceWrites(async (_, who: true[]) => {
  await catchUp?.()
  return who
})

/**
 * The page of this name: the one that was made moments ago, the one that is being made, or a new one. Undefined where it is not for
 * everybody, or where none may be kept: then whoever asks makes their own.
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

/** The oldest go first. */
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

/** With the site's own secret every process makes the same page of the same things: who asks the next one again hears that nothing changed. */
export function setPageNonceSecret(secret: string): void {
  key = createHmac('sha256', secret).update('pages').digest()
}

/**
 * Its nonce follows from what the page says: the same page has the same one, and with it the same ETag; and who would put a script
 * into it makes another page, whose nonce they can't know.
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
