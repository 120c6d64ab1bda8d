import { videoExtensions } from '#contract/limits.ts'
import { db } from '../../platform/db/db.ts'
import { storage } from '../../platform/storage/storage.ts'
import { ownItems } from '../../safety/items.ts'
import { oneself } from '../../safety/people.ts'

/** A file of the export that lies in the storage. */
export interface MediaFile {
  name: string
  open(): AsyncIterable<Uint8Array>
}

/**
 * One's photo, and of each video the original where it was kept, else its best rendition, with its pictures. What was taken
 * down is not handed out again: its owner has the statement of reasons, and the words in `videos.json`.
 */
export async function* mediaOf(userId: string): AsyncGenerator<MediaFile> {
  const person = await oneself(userId).select('avatar_url').executeTakeFirst()
  yield* picture('profile/photo.webp', person?.avatar_url)
  for (const item of await itemsOf(userId)) {
    const folder = `videos/${item.id}`
    yield* filmOf(item, folder)
    yield* picture(`${folder}/cover`, item.cover_url)
    yield* picture(`${folder}/thumbnail`, item.thumbnail_url)
    yield* picture(`${folder}/poster`, item.stream_thumbnail_url)
  }
}

type Item = Awaited<ReturnType<typeof itemsOf>>[number]

function itemsOf(userId: string) {
  return ownItems(userId)
    .leftJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['content.id', 'playback_id', 'file_url', 'file_name', 'cover_url', 'thumbnail_url'])
    .select('stream_thumbnail_url')
    .where('moderation', 'not in', ['removed', 'quarantined'])
    .orderBy('content.created_at')
    .execute()
}

async function* filmOf(item: Item, folder: string): AsyncGenerator<MediaFile> {
  const { file_url: original, file_name: name } = item
  if (original && (await storage.stat(original)))
    return yield { name: `${folder}/original.${extensionOf(name)}`, open: () => bytesOf([original]) }
  const best = await db
    .selectFrom('renditions')
    .select('folder')
    .where('content_id', '=', item.id)
    .where('superseded_at', 'is', null)
    .orderBy('height', 'desc')
    .orderBy('bandwidth', 'desc')
    .executeTakeFirst()
  const pieces = best && (await piecesOf(`media/${item.playback_id}/${best.folder}`))
  if (pieces) yield { name: `${folder}/video.mp4`, open: () => bytesOf(pieces) }
}

function extensionOf(name: string | null): string {
  const end = name?.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return videoExtensions.find((known) => known === end) ?? 'video'
}

/** What a rendition's playlist names, in order: one after the other they are a fragmented MP4 (ISO/IEC 14496-12). */
async function piecesOf(folder: string): Promise<string[] | undefined> {
  const playlist = await storage.open(`${folder}/index.m3u8`)
  if (!playlist) return undefined
  const lines = (await new Response(playlist.body).text()).split('\n').map((line) => line.trim())
  const segments = lines.filter((line) => line && !line.startsWith('#'))
  return ['init.mp4', ...segments].map((name) => `${folder}/${name}`)
}

async function* picture(name: string, url: string | null | undefined): AsyncGenerator<MediaFile> {
  const key = url?.slice(1)
  if (!key || !/^(avatars|media)\//.test(key) || !(await storage.stat(key))) return
  const end = /\.(webp|jpg)$/.exec(key)?.[0] ?? ''
  yield { name: name.endsWith(end) ? name : name + end, open: () => bytesOf([key]) }
}

/** The objects one after the other. What went meanwhile (the item was deleted) leaves its file short, not the export broken. */
async function* bytesOf(keys: string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) {
    const object = await storage.open(key)
    if (!object) return
    yield* object.body
  }
}
