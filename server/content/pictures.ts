import { randomBytes } from 'node:crypto'
import type { OwnContent, pictureKinds } from '#contract/content.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { frameCount, type listFrames } from '#contract/pictures.ts'
import { Refusal } from '#contract/refusals.ts'
import { smaller, smallerSides } from '#contract/smaller.ts'
import { db, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { type Clean, cleanPicture } from '../platform/images/clean.ts'
import { receivePicture } from '../platform/images/receive.ts'
import { storage } from '../platform/storage/storage.ts'
import { ownForUpdate } from './change.ts'
import { ownOne } from './own.ts'

type Picture = (typeof pictureKinds)[number]

/** The longest side of a kept picture is 1280 pixels. */
const pictureSize = { width: 1280, height: 1280, fit: 'inside', smaller: smallerSides } as const

/** Sets the cover or thumbnail: decoded, turned upright, encoded anew under a random name; the old one goes. */
export async function putPicture(
  viewer: Member,
  { id, picture }: { id: string; picture: Picture },
  request: Request,
): Promise<OwnContent> {
  // First, so that nobody's ten megabytes are read for somebody else's video.
  await ownForUpdate(db, viewer, id)
  return keep(viewer, id, picture, await receivePicture(viewer, request, pictureSize))
}

/** The frames that were made of one's own video; none while it is being processed. */
export async function frames(viewer: Member, id: string): Promise<AnswerOf<typeof listFrames>> {
  const item = await ownForUpdate(db, viewer, id)
  const keys = Array.from({ length: frameCount }, (_, i) => frameKey(item, i + 1))
  const there = await Promise.all(keys.map(async (key) => key && (await storage.stat(key)) && `/${key}`))
  return { frames: there.filter((path): path is string => Boolean(path)) }
}

/** A frame becomes the cover as a copy of its own: the frames go when the video is processed anew. */
export async function chooseFrame(viewer: Member, id: string, frame: number): Promise<OwnContent> {
  const key = frameKey(await ownForUpdate(db, viewer, id), frame)
  const found = key && (await storage.open(key))
  if (!found) throw new Refusal('not_found')
  const bytes = new Uint8Array(await new Response(found.body).arrayBuffer())
  return keep(viewer, id, 'cover', await cleanPicture(bytes, pictureSize))
}

/** The video's own picture is shown again. */
export async function dropPicture(viewer: Member, id: string, picture: Picture): Promise<OwnContent> {
  await replace(viewer, id, picture, null)
  return ownOne(viewer, id)
}

async function keep(viewer: Member, id: string, picture: Picture, clean: Clean): Promise<OwnContent> {
  const { playback_id: playbackId } = await ownForUpdate(db, viewer, id)
  const key = `media/${playbackId}/cover/${randomBytes(12).toString('hex')}.webp`
  await storage.putBytes(key, clean.whole)
  await Promise.all(smallerKeys(key).map((small, i) => storage.putBytes(small, clean.smaller[i]!)))
  await replace(viewer, id, picture, `/${key}`)
  return ownOne(viewer, id)
}

async function replace(viewer: Member, id: string, picture: Picture, url: string | null): Promise<void> {
  const column = picture === 'cover' ? 'cover_url' : 'thumbnail_url'
  const old = await transaction(async (tx) => {
    const before = await ownForUpdate(tx, viewer, id)
    await tx
      .updateTable('content')
      .set({ [column]: url, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
    return before[column]
  })
  if (!old) return
  const key = old.slice(1)
  await Promise.all([key, ...smallerKeys(key)].map((each) => storage.remove(each)))
}

function smallerKeys(key: string): string[] {
  return smallerSides.map((side) => smaller(key, side))
}

/** Beside the poster of the newest try; null while there is none. */
function frameKey(item: { stream_thumbnail_url: string | null }, frame: number): string | null {
  return item.stream_thumbnail_url?.slice(1).replace(/[^/]+$/, `frame_${frame}.webp`) ?? null
}
