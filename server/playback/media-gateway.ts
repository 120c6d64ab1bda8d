import { imageCacheSeconds } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { imageVariantSizes, fullSizeImagePath } from '#contract/content/image-variants.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { storage, type StoredObject } from '../platform/storage/storage.ts'
import { respondWithStoredObject, respondWithPlaylist } from './media-response.ts'
import { type CachedObject, readHotObject } from './hot-object-cache.ts'
import { respondWithCaptions } from './serve-captions.ts'
import { loadMasterPlaylist } from './load-master-playlist.ts'
import { type PlayableItem, findPlayableItem } from './playback-access.ts'
import { findItemByMediaPath, heldReplacementPath } from './media-path-access.ts'
import { findThumbnailStorageKey } from './thumbnail-storage-key.ts'
import { isSentByNginx, readImmutableProperties } from './x-accel-redirect.ts'

/**
 * Serves media bytes. This is the only entry point to media bytes. The gateway checks access on every
 * request, and hidden media get the same response as media that never existed. `path` is the raw part of the
 * URL after /media/{playback_id}/.
 */
export async function serveMedia(
  viewer: Viewer,
  playbackId: string,
  path: string,
  request: Request,
): Promise<Response> {
  const playable = await findPlayableItem(viewer, playbackId)
  const item = playable && (await findItemByMediaPath(viewer, playable, path))
  if (!item) throw new ApiError('content_not_found')
  return withMediaHeaders(await respondWithFile(item, path, request), item)
}

/** Adds the headers that every response with an item's media needs. */
export function withMediaHeaders(response: Response, item: PlayableItem): Response {
  if (item.isReview) response.headers.set('cache-control', 'private, no-store')
  // Search engines can find an image without visiting the page that shows it, so the image needs `noindex`
  // too.
  if (!item.isIndexable) response.headers.set('x-robots-tag', 'noindex')
  // Other sites may show images of indexable items, for example in link previews (oEmbed) or in search
  // results.
  else response.headers.set('cross-origin-resource-policy', 'cross-origin')
  return response
}

async function respondWithFile(item: PlayableItem, path: string, request: Request): Promise<Response> {
  if (path === 'master.m3u8') return respondWithPlaylist(await loadMasterPlaylist(item), item, request)
  if (path === heldReplacementPath)
    return respondWithPlaylist(await loadMasterPlaylist(item, 'replacement'), item, request)
  if (path.startsWith('captions/')) return respondWithCaptions(item, path, request)
  const key =
    path === 'thumbnail'
      ? await findThumbnailStorageKey(item, new URL(request.url))
      : mediaStorageKey(item, path)
  const shared = { isPublic: item.isPublic, keep: cacheLifetimeOf(path) }
  const about = key && (await findObject(key, shared.keep, request))
  if (about) return respondWithStoredObject(key!, about, shared, request)
  // Images made before smaller variants existed have only the original size.
  if (fullSizeImagePath(path) !== path) return respondWithFile(item, fullSizeImagePath(path), request)
  throw new ApiError('content_not_found')
}

async function findObject(
  key: string,
  keep: number | 'forever',
  request: Request,
): Promise<StoredObject | CachedObject | null> {
  if (keep !== 'forever') return storage.stat(key)
  if (isSentByNginx(request)) return readImmutableProperties(key)
  return (await readHotObject(key)) ?? storage.stat(key)
}

/**
 * Returns how long a file can be cached. Each transcode attempt writes to its own folder, so the files in it
 * never change.
 */
function cacheLifetimeOf(path: string): number | 'forever' {
  if (path === 'thumbnail') return 60
  return new RegExp(`^${ownPicture}$`).test(path) ? imageCacheSeconds : 'forever'
}

const small = String.raw`(?:\.(?:${imageVariantSizes.join('|')}))?`
const segment = String.raw`(?:\d{1,4}p(?:-(?:av1|h264)-\d{1,6})?|source|audio)\/(?:index\.m3u8|init\.mp4|[a-z0-9_-]{1,40}\.(?:m4s|mp4))`
const picture = String.raw`(?:poster${small}|frame_\d|storyboard_\d{1,3})\.webp|thumbnail\.jpg|preview\.mp4|storyboard\.vtt`
const ownPicture = String.raw`(?:cover|thumbnail)\/[A-Za-z0-9_-]{6,64}${small}\.webp`
const servedFilePattern = new RegExp(String.raw`^(?:\d{1,9}\/(?:${segment}|${picture})|${ownPicture})$`)

/** Returns the storage key for a URL path, or null if the site never generates a file with that name. */
function mediaStorageKey({ playbackId }: PlayableItem, path: string): string | null {
  return servedFilePattern.test(path) ? `media/${playbackId}/${path}` : null
}
