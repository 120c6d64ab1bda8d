import { randomBytes } from 'node:crypto'
import { avatarSide, pictureCacheSeconds, sharedCacheSeconds } from '#contract/limits.ts'
import type { OwnProfile } from '#contract/profiles.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { anonymous, type Member, type Viewer } from '../platform/http/viewer.ts'
import { receivePicture } from '../platform/images/receive.ts'
import { storage } from '../platform/storage/storage.ts'
import { oneself, people } from '../safety/people.ts'
import { ownProfile } from './own.ts'

/** Where somebody's pictures lie: all of them, so that one removal forgets them. */
export function avatarsOf(userId: string): string {
  return `avatars/${userId}`
}

/** Sets one's own picture: decoded, turned upright, cut square, encoded anew without metadata under a random name. The old one goes. */
export async function putAvatar(viewer: Member, request: Request): Promise<OwnProfile> {
  const { whole } = await receivePicture(viewer, request, {
    width: avatarSide,
    height: avatarSide,
    fit: 'cover',
  })
  const key = `${avatarsOf(viewer.id)}/${randomBytes(12).toString('hex')}.webp`
  await storage.putBytes(key, whole)
  await replace(viewer, `/${key}`)
  return ownProfile(viewer)
}

/** Removes one's own picture; the first letter stands in for it again. */
export async function deleteAvatar(viewer: Member): Promise<OwnProfile> {
  await replace(viewer, null)
  return ownProfile(viewer)
}

async function replace(viewer: Member, avatar_url: string | null): Promise<void> {
  const old = await transaction(async (tx) => {
    const before = await pictureOf(tx, viewer.id)
    await tx
      .updateTable('profiles')
      .set({ avatar_url, updated_at: new Date() })
      .where('user_id', '=', viewer.id)
      .execute()
    return before
  })
  if (old?.startsWith(`/${avatarsOf(viewer.id)}/`)) await storage.remove(old.slice(1))
}

async function pictureOf(tx: Tx, userId: string): Promise<string | null> {
  const row = await oneself(userId, tx).select('avatar_url').forUpdate().executeTakeFirstOrThrow()
  return row.avatar_url
}

const known = /^\/avatars\/[0-9a-f-]{36}\/[0-9a-f]{24}\.webp$/

/** The picture somebody has now. Its name changes with it, so it may be kept for an hour (specification, section 9). */
export async function serveAvatar(viewer: Viewer, path: string, method: string): Promise<Response> {
  const isPublic = await isShown(anonymous, path)
  const picture = (await isShown(viewer, path)) && (await storage.open(path.slice(1)))
  if (!picture) throw new Refusal('not_found')
  const headers = new Headers({
    etag: picture.etag,
    'content-type': 'image/webp',
    'content-length': String(picture.size),
    'cache-control': isPublic
      ? `public, max-age=${pictureCacheSeconds}, s-maxage=${sharedCacheSeconds}`
      : `private, max-age=${pictureCacheSeconds}`,
    // Faces are not for picture search, whoever's they are.
    'x-robots-tag': 'noindex',
  })
  if (method === 'HEAD') await picture.body.cancel()
  return new Response(method === 'HEAD' ? null : picture.body, { headers })
}

async function isShown(viewer: Viewer, path: string): Promise<boolean> {
  if (!known.test(path)) return false
  const row = await people(viewer).select('user_id').where('avatar_url', '=', path).executeTakeFirst()
  return row !== undefined
}
