import { randomBytes } from 'node:crypto'
import { avatarSizePixels, imageCacheSeconds, mediaSharedCacheSeconds } from '#contract/limits.ts'
import type { OwnProfile } from '#contract/people/profiles.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { anonymousViewer, type Member, type Viewer } from '../platform/http/viewer.ts'
import { receiveImage } from '#server/platform/images/receive-image.ts'
import { storage } from '../platform/storage/storage.ts'
import {
  announceFileRemovals,
  removeAnnouncedFiles,
  withStorageWrite,
} from '../platform/storage/storage-writes.ts'
import { selectOwnProfile, selectVisiblePeople } from '#server/access-policy/profile-queries.ts'
import { loadOwnProfile } from './own-profile.ts'

/** Returns the storage prefix that all avatars of a person share, so that one call can delete all of them. */
export function avatarStoragePrefix(userId: string): string {
  return `avatars/${userId}`
}

/**
 * Sets the viewer's avatar. The uploaded image is decoded, rotated upright, cropped to a square, and encoded
 * without metadata under a random name. The previous avatar image is deleted.
 */
export async function uploadAvatar(viewer: Member, request: Request): Promise<OwnProfile> {
  const { whole } = await receiveImage(viewer, request, {
    width: avatarSizePixels,
    height: avatarSizePixels,
    fit: 'cover',
  })
  const key = `${avatarStoragePrefix(viewer.id)}/${randomBytes(12).toString('hex')}.webp`
  const owner = avatarStoragePrefix(viewer.id)
  await withStorageWrite({ owner, prefixes: [key] }, async (write) => {
    await storage.putBytes(key, whole)
    await replaceAvatar(viewer, `/${key}`, write.complete)
  })
  return loadOwnProfile(viewer)
}

/**
 * Removes the viewer's avatar. If a person has no avatar, the site shows the first letter of the person's
 * name.
 */
export async function removeAvatar(viewer: Member): Promise<OwnProfile> {
  await replaceAvatar(viewer, null)
  return loadOwnProfile(viewer)
}

async function replaceAvatar(
  viewer: Member,
  avatar_url: string | null,
  completeWrite: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const owner = avatarStoragePrefix(viewer.id)
  const old = await transaction(async (tx) => {
    const before = await lockAvatarUrl(tx, viewer.id)
    await completeWrite(tx)
    await tx
      .updateTable('profiles')
      .set({ avatar_url, updated_at: new Date() })
      .where('user_id', '=', viewer.id)
      .execute()
    if (!before?.startsWith(`/${owner}/`)) return []
    return announceFileRemovals(tx, [{ owner, key: before.slice(1) }])
  })
  await removeAnnouncedFiles(old)
}

async function lockAvatarUrl(tx: Tx, userId: string): Promise<string | null> {
  const row = await selectOwnProfile(userId, tx).select('avatar_url').forUpdate().executeTakeFirstOrThrow()
  return row.avatar_url
}

const avatarPathPattern = /^\/avatars\/[0-9a-f-]{36}\/[0-9a-f]{24}\.webp$/

/**
 * Serves a person's current avatar. A new avatar gets a new URL, so browsers can cache an avatar for an hour
 * (specification, section 9).
 */
export async function serveAvatar(viewer: Viewer, path: string, method: string): Promise<Response> {
  const isPublic = await isAvatarVisible(anonymousViewer, path)
  const picture = (await isAvatarVisible(viewer, path)) && (await storage.open(path.slice(1)))
  if (!picture) throw new ApiError('not_found')
  const headers = new Headers({
    etag: picture.etag,
    'content-type': 'image/webp',
    'content-length': String(picture.size),
    'cache-control': isPublic
      ? `public, max-age=${imageCacheSeconds}, s-maxage=${mediaSharedCacheSeconds}`
      : `private, max-age=${imageCacheSeconds}`,
    // Avatars can show faces, so they must not appear in image search, whatever the age of the person.
    'x-robots-tag': 'noindex',
  })
  if (method === 'HEAD') await picture.body.cancel()
  return new Response(method === 'HEAD' ? null : picture.body, { headers })
}

async function isAvatarVisible(viewer: Viewer, path: string): Promise<boolean> {
  if (!avatarPathPattern.test(path)) return false
  const row = await selectVisiblePeople(viewer)
    .select('user_id')
    .where('avatar_url', '=', path)
    .executeTakeFirst()
  return row !== undefined
}
