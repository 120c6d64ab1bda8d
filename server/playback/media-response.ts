import { createHash } from 'node:crypto'
import { mediaSharedCacheSeconds } from '#contract/limits.ts'
import { storage, type ByteRange, type StoredObject } from '../platform/storage/storage.ts'
import {
  compressBytes,
  type ResponseEncoding,
  negotiateEncoding,
  isCompressibleFile,
  etagForEncoding,
} from './response-compression.ts'
import type { CachedObject } from './hot-object-cache.ts'
import { isSentByNginx, redirectToObject } from './x-accel-redirect.ts'

const contentTypes: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
  webp: 'image/webp',
  jpg: 'image/jpeg',
}

interface CachePolicy {
  isPublic: boolean
  /** How long caches can keep the response: in seconds, or `forever` if the bytes at the URL never change. */
  keep: number | 'forever'
}

/** Responds with a playlist, a short text file that changes while the video is encoded. */
export function respondWithPlaylist(
  text: string,
  { isPublic }: { isPublic: boolean },
  request: Request,
): Promise<Response> {
  const caching = isPublic ? 'public, max-age=2' : 'private, max-age=0, must-revalidate'
  return respondWithText(text, { type: 'm3u8', caching }, request)
}

/** Responds with a playlist that changes all the time or that only this viewer may get. */
export function respondWithUncachedPlaylist(text: string, request: Request): Promise<Response> {
  return respondWithText(text, { type: 'm3u8', caching: 'private, no-store' }, request)
}

/** Responds with text that is generated for each request but is always the same at this URL. */
export function respondWithImmutableText(
  text: string,
  { type, isPublic }: { type: 'vtt'; isPublic: boolean },
  request: Request,
): Promise<Response> {
  return respondWithText(text, { type, caching: cacheControl(isPublic, 'forever') }, request)
}

async function respondWithText(
  text: string,
  { type, caching }: { type: 'm3u8' | 'vtt'; caching: string },
  request: Request,
): Promise<Response> {
  const bytes = Buffer.from(text)
  const encoding = negotiateEncoding(request)
  const etag = etagForEncoding(`"${createHash('sha1').update(bytes).digest('base64url')}"`, encoding)
  const headers = new Headers({
    etag,
    vary: 'accept-encoding',
    'content-type': contentTypes[type]!,
    'cache-control': caching,
  })
  if (matchesEtag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  return respondWithWholeText(bytes, encoding, headers, request)
}

/** Responds with a complete text file, compressed if the client accepts it. */
async function respondWithWholeText(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: ResponseEncoding | undefined,
  headers: Headers,
  { method }: Request,
): Promise<Response> {
  const body = encoding ? await compressBytes(bytes, encoding) : bytes
  if (encoding) headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.byteLength))
  return new Response(method === 'HEAD' ? null : body, { headers })
}

/**
 * Responds with a stored object according to RFC 9110: evaluates preconditions (section 13), then ranges
 * (section 14).
 */
export async function respondWithStoredObject(
  key: string,
  stored: StoredObject | CachedObject,
  shared: CachePolicy,
  request: Request,
): Promise<Response> {
  const encoding = isCompressibleFile(key) && stored.size > 0 ? negotiateEncoding(request) : undefined
  const about = { ...stored, etag: etagForEncoding(stored.etag, encoding) }
  const headers = headersOf(key, about, shared)
  if (isCompressibleFile(key)) headers.set('vary', 'accept-encoding')
  if (isUnchanged(request.headers, about)) return new Response(null, { status: 304, headers })
  if (encoding) return respondWithWholeText(await readObjectBytes(key, about), encoding, headers, request)
  const range = parseRange(request, about)
  if (range === 'none') {
    headers.set('content-range', `bytes */${about.size}`)
    headers.set('cache-control', 'no-store')
    return new Response(null, { status: 416, headers })
  }
  if (isSentByNginx(request) && about.size > 0) return redirectToObject(key, headers)
  const { start, end } = range ?? { start: 0, end: about.size - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${about.size}`)
  const status = range ? 206 : 200
  if (request.method === 'HEAD' || about.size === 0) return new Response(null, { status, headers })
  if ('bytes' in about) return new Response(about.bytes.subarray(start, end + 1), { status, headers })
  const object = await storage.open(key, { start, end })
  if (!object) throw new Error('the object was deleted while it was being served')
  return new Response(object.body, { status, headers })
}

async function readObjectBytes(
  key: string,
  about: StoredObject | CachedObject,
): Promise<Uint8Array<ArrayBuffer>> {
  if ('bytes' in about) return about.bytes
  const object = await storage.open(key)
  if (!object) throw new Error('the object was deleted while it was being served')
  return new Uint8Array(await new Response(object.body).arrayBuffer())
}

function headersOf(key: string, { etag, modified }: StoredObject, { isPublic, keep }: CachePolicy): Headers {
  return new Headers({
    etag,
    'last-modified': modified.toUTCString(),
    'accept-ranges': 'bytes',
    'content-type': contentTypes[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    'cache-control': cacheControl(isPublic, keep),
  })
}

/**
 * Returns the Cache-Control header. The viewer's browser can cache the bytes for a long time, whereas a
 * shared cache must check again soon whether the bytes are still public.
 */
function cacheControl(isPublic: boolean, keep: number | 'forever'): string {
  const own = keep === 'forever' ? 'max-age=31536000, immutable' : `max-age=${keep}`
  return isPublic ? `public, ${own}, s-maxage=${mediaSharedCacheSeconds}` : `private, ${own}`
}

/**
 * Returns whether the client's cached copy is current. `If-None-Match` takes precedence over
 * `If-Modified-Since`.
 */
function isUnchanged(headers: Headers, { etag, modified }: StoredObject): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) return matchesEtag(tags, etag)
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return Math.floor(modified.getTime() / 1000) * 1000 <= since
}

function matchesEtag(tags: string | null, etag: string): boolean {
  if (tags === null) return false
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

/**
 * Parses a single range. If the client asks for several ranges or an invalid one, it gets the whole object,
 * as RFC 9110 allows.
 */
function parseRange(request: Request, about: StoredObject): ByteRange | 'none' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.get('range') ?? '') ?? []
  if (first === undefined || last === undefined || (!first && !last)) return null
  if (!matchesIfRange(request.headers.get('if-range'), about)) return null
  const { size } = about
  const start = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  if (first && last && Number(last) < start) return null
  return start >= size || (!first && Number(last) === 0) ? 'none' : { start, end }
}

/**
 * Returns whether the `If-Range` header (an ETag or a date) is missing or exactly matches the stored object.
 */
function matchesIfRange(condition: string | null, { etag, modified }: StoredObject): boolean {
  if (condition === null) return true
  return condition === etag || condition === modified.toUTCString()
}
