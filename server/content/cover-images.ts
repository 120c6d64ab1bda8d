import { randomBytes } from 'node:crypto'
import type { OwnContent } from '#contract/content/own-content.ts'
import type { contentImageKinds } from '#contract/content/content-images.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { coverFrameCount, type listCoverFrames } from '#contract/content/cover-frames.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { imageVariantPath, imageVariantSizes } from '#contract/content/image-variants.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { type SanitizedImage, sanitizeImage } from '#server/platform/images/sanitize-image.ts'
import { receiveImage } from '#server/platform/images/receive-image.ts'
import { storage } from '../platform/storage/storage.ts'
import { announceRemoval, forgetRemoval, withStorageWrite } from '../platform/storage/storage-writes.ts'
import { loadOwnContentForUpdate } from './update-content.ts'
import { loadOwnContentItem } from './own-content.ts'

type CoverImageKind = (typeof contentImageKinds)[number]

/** The longest side of stored images is at most 1280 pixels. */
const pictureSize = { width: 1280, height: 1280, fit: 'inside', variantSides: imageVariantSizes } as const

/**
 * Stores an uploaded image as the item's cover or thumbnail. The image is decoded, rotated upright and
 * re-encoded under a random name, and the old image is deleted.
 */
export async function uploadCoverImage(
  viewer: Member,
  { id, picture }: { id: string; picture: CoverImageKind },
  request: Request,
): Promise<OwnContent> {
  // Checks ownership first, so that the server does not receive an image of up to ten megabytes for someone
  // else's video.
  await loadOwnContentForUpdate(db, viewer, id)
  return storeCoverImage(viewer, id, picture, await receiveImage(viewer, request, pictureSize))
}

/**
 * Returns the frames extracted from the viewer's own video. The list is empty while the video is being
 * processed.
 */
export async function loadCoverFrames(
  viewer: Member,
  id: string,
): Promise<ResponseOf<typeof listCoverFrames>> {
  const item = await loadOwnContentForUpdate(db, viewer, id)
  const keys = Array.from({ length: coverFrameCount }, (_, i) => frameKey(item, i + 1))
  const there = await Promise.all(keys.map(async (key) => key && (await storage.stat(key)) && `/${key}`))
  return { frames: there.filter((path): path is string => Boolean(path)) }
}

/**
 * Uses a copy of a frame as the cover. A copy is needed because processing the video again deletes the
 * frames.
 */
export async function setCoverFromFrame(viewer: Member, id: string, frame: number): Promise<OwnContent> {
  const key = frameKey(await loadOwnContentForUpdate(db, viewer, id), frame)
  const found = key && (await storage.open(key))
  if (!found) throw new ApiError('not_found')
  const bytes = new Uint8Array(await new Response(found.body).arrayBuffer())
  return storeCoverImage(viewer, id, 'cover', await sanitizeImage(bytes, pictureSize))
}

/** Removes the custom image, so that the frame extracted from the video is shown again. */
export async function removeCoverImage(
  viewer: Member,
  id: string,
  picture: CoverImageKind,
): Promise<OwnContent> {
  await replaceCoverImage(viewer, id, picture, null)
  return loadOwnContentItem(viewer, id)
}

async function storeCoverImage(
  viewer: Member,
  id: string,
  picture: CoverImageKind,
  clean: SanitizedImage,
): Promise<OwnContent> {
  const { playback_id: playbackId } = await loadOwnContentForUpdate(db, viewer, id)
  const key = `media/${playbackId}/cover/${randomBytes(12).toString('hex')}.webp`
  await withStorageWrite(coverObjects(key), async (write) => {
    await storage.putBytes(key, clean.whole)
    // The error is thrown only after all writes have ended, so that none of them stores an object later.
    const ends = await Promise.allSettled(
      smallerKeys(key).map((small, i) => storage.putBytes(small, clean.smaller[i]!)),
    )
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    await replaceCoverImage(viewer, id, picture, `/${key}`, write.complete)
  })
  return loadOwnContentItem(viewer, id)
}

async function replaceCoverImage(
  viewer: Member,
  id: string,
  picture: CoverImageKind,
  url: string | null,
  completeWrite: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const column = picture === 'cover' ? 'cover_url' : 'thumbnail_url'
  const old = await transaction(async (tx) => {
    const before = await loadOwnContentForUpdate(tx, viewer, id)
    await tx
      .updateTable('content')
      .set({ [column]: url, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
    await completeWrite(tx)
    const key = before[column]?.slice(1)
    return key ? { key, removal: await announceRemoval(tx, coverObjects(key)) } : null
  })
  if (!old) return
  await Promise.all([old.key, ...smallerKeys(old.key)].map((each) => storage.remove(each)))
  await forgetRemoval(old.removal)
}

/** The full image and its smaller variants, whose names differ only after the first dot. */
function coverObjects(key: string) {
  return { owner: key.split('/').slice(0, 2).join('/'), prefixes: [key.replace(/\.[^/]*$/, '')] }
}

function smallerKeys(key: string): string[] {
  return imageVariantSizes.map((side) => imageVariantPath(key, side))
}

/**
 * Returns the storage key of a frame, or null if the item has no poster. Frames are stored in the same folder
 * as the poster of the newest processing attempt.
 */
function frameKey(item: { stream_thumbnail_url: string | null }, frame: number): string | null {
  return item.stream_thumbnail_url?.slice(1).replace(/[^/]+$/, `frame_${frame}.webp`) ?? null
}
