import { randomBytes } from 'node:crypto'
import type { OwnContent, updateContent } from '#contract/content.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { isGenreOf } from '#contract/genres.ts'
import { type ContentType, uploadTypeOf } from '#contract/kinds.ts'
import { imageMaxBytes } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import { readBytes } from '../platform/http/body.ts'
import type { Member } from '../platform/http/viewer.ts'
import { cleanPicture } from '../platform/images.ts'
import { storage } from '../platform/storage/storage.ts'
import { ownedBy } from '../safety/visible.ts'
import { ownOne } from './own.ts'

type Changes = ParsedOf<typeof updateContent>['body']

/** Changes one's own item. */
export async function change(viewer: Member, id: string, changes: Changes): Promise<OwnContent> {
  await transaction(async (tx) => {
    const item = await ownForUpdate(tx, viewer, id)
    const genre = changes.genre?.toLowerCase()
    if (genre !== undefined) refuseForeignGenre(item.content_type, genre)
    const trailer_url = changes.trailer_url === '' ? null : changes.trailer_url
    if (trailer_url?.startsWith('/watch/')) await refuseForeignTrailer(tx, viewer, trailer_url)
    const { title, description, visibility } = changes
    await tx
      .updateTable('content')
      .set({ ...defined({ title, description, visibility, genre, trailer_url }), updated_at: new Date() })
      .where('id', '=', id)
      .execute()
  })
  return ownOne(viewer, id)
}

/** The longest side of a kept picture, in pixels. */
const pictureSide = 1280

/** Sets the cover or thumbnail: decoded, turned upright, encoded anew under a random name; the old one goes. */
export async function putPicture(
  viewer: Member,
  { id, picture }: { id: string; picture: 'cover' | 'thumbnail' },
  request: Request,
): Promise<OwnContent> {
  const { playback_id: playbackId } = await ownForUpdate(db, viewer, id)
  const bytes = await readBytes(request, imageMaxBytes, 'image_too_large')
  const clean = await cleanPicture(bytes, { width: pictureSide, height: pictureSide, fit: 'inside' })
  const key = `media/${playbackId}/cover/${randomBytes(12).toString('hex')}.webp`
  await storage.putBytes(key, clean)
  const column = picture === 'cover' ? 'cover_url' : 'thumbnail_url'
  const old = await transaction(async (tx) => {
    const before = await ownForUpdate(tx, viewer, id)
    await tx
      .updateTable('content')
      .set({ [column]: `/${key}`, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
    return before[column]
  })
  if (old) await storage.remove(old.slice(1))
  return ownOne(viewer, id)
}

async function ownForUpdate(tx: Tx | typeof db, viewer: Member, id: string) {
  const row = await tx
    .selectFrom('content')
    .select(['id', 'content_type', 'playback_id', 'cover_url', 'thumbnail_url'])
    .where('id', '=', id)
    .where(ownedBy(viewer.id))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('content_not_found')
  return row
}

function refuseForeignGenre(type: ContentType, genre: string): void {
  if (!isGenreOf(uploadTypeOf(type), genre)) throw new Refusal('genre_unknown')
}

async function refuseForeignTrailer(tx: Tx, viewer: Member, path: string): Promise<void> {
  const own = await tx
    .selectFrom('content')
    .select('id')
    .where('id', '=', path.slice('/watch/'.length))
    .where(ownedBy(viewer.id))
    .executeTakeFirst()
  if (!own) throw new Refusal('trailer_invalid')
}

function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}
