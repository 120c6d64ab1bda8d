import { ApiError } from '#contract/errors/api-error.ts'
import type { LiveRenditionName } from '#media/live/live-events.ts'
import { readHotObject } from '#server/playback/hot-object-cache.ts'
import { respondWithStoredObject } from '#server/playback/media-response.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { broadcastStorageKey } from '../broadcast-storage-keys.ts'
import { findVisibleParts, type WantedParts } from './find-visible-parts.ts'
import type { LiveMediaContext } from './live-media-context.ts'
import { getTimeline } from './watched-broadcasts.ts'

/**
 * Serves a part, or a segment as the concatenation of its parts. For parts that are still delayed, the
 * response is 404.
 */
export async function serveLiveParts(context: LiveMediaContext, wanted: WantedParts): Promise<Response> {
  const timeline = await getTimeline(wanted.contentId)
  const { isPreview } = context
  const names = timeline && (await findVisibleParts(wanted, { isPreview, isCut: timeline.isCut }))
  if (!names) throw new ApiError('content_not_found')
  return serveObjects(context, names)
}

export async function serveLiveInit(
  context: LiveMediaContext,
  rendition: LiveRenditionName,
): Promise<Response> {
  const timeline = await getTimeline(context.item.contentId)
  const found = timeline?.renditions.find(({ name }) => name === rendition)
  if (!found) throw new ApiError('content_not_found')
  return serveObjects(context, [found.objectName])
}

/**
 * The bytes at these URLs never change, so caches can store them. Responses without the delay must not be
 * cached, because other viewers must not receive them early.
 */
async function serveObjects(
  { item, request, isPreview }: LiveMediaContext,
  objectNames: readonly string[],
): Promise<Response> {
  const keys = objectNames.map((name) => broadcastStorageKey(item.playbackId, name))
  const bytes = Buffer.concat(await Promise.all(keys.map(readObject)))
  const about = {
    size: bytes.byteLength,
    etag: `"${objectNames.at(-1)!.replaceAll('/', '-')}-${objectNames.length}"`,
    modified: new Date(0),
    bytes,
  }
  const caching = { isPublic: item.isPublic && !isPreview, keep: 'forever' as const }
  const response = await respondWithStoredObject(keys[0]!, about, caching, request)
  if (isPreview) response.headers.set('cache-control', 'private, no-store')
  return response
}

async function readObject(key: string): Promise<Uint8Array> {
  const cached = await readHotObject(key)
  if (cached) return cached.bytes
  const object = await storage.open(key)
  if (!object) throw new ApiError('content_not_found')
  return new Uint8Array(await new Response(object.body).arrayBuffer())
}
