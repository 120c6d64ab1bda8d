import type { PlayableItem } from './playback-access.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'

/**
 * Returns the storage key for `thumbnail?time=1s&height=720` (specification, section 7: Playback), or null if
 * a parameter is malformed. Prefers the thumbnail that the creator uploaded for the item, then the cover that
 * the creator uploaded, then the video frame at one second. Only one image in one size is stored, so requests
 * for other times and heights get the same image.
 */
export async function findThumbnailStorageKey(
  { contentId, playbackId }: PlayableItem,
  url: URL,
): Promise<string | null> {
  const time = url.searchParams.get('time') ?? '1s'
  const height = url.searchParams.get('height') ?? '720'
  if (!/^\d{1,6}(\.\d{1,3})?s?$/.test(time) || !/^[1-9]\d{0,3}$/.test(height)) return null
  const row = await selectItemsWithoutAccessCheck()
    .select(['thumbnail_url', 'cover_url', 'stream_thumbnail_url'])
    .where('id', '=', contentId)
    .executeTakeFirst()
  const chosen = [row?.thumbnail_url, row?.cover_url]
  const own = chosen.find((address) => address?.startsWith(`/media/${playbackId}/`))
  const made = row?.stream_thumbnail_url?.replace(/[^/]+$/, 'thumbnail.jpg')
  return (own ?? made)?.slice(1) ?? null
}
