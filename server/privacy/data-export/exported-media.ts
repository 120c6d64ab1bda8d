import { videoExtensions } from '#contract/limits.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { selectOwnProfile } from '#server/access-policy/profile-queries.ts'

/** A media file that is copied from the file storage into the export. */
export interface ExportedMediaFile {
  name: string
  open(): AsyncIterable<Uint8Array>
}

/**
 * Lists the user's avatar and, for each video, its images and either the original (if it was kept) or the
 * best H.264 rendition. The files of removed videos are not included. For a removed video, `videos.json` still
 * contains the title and description, and the owner has already received the statement of reasons.
 */
export async function* listExportedMedia(userId: string): AsyncGenerator<ExportedMediaFile> {
  const person = await selectOwnProfile(userId).select('avatar_url').executeTakeFirst()
  yield* imageFilesOf('profile/photo.webp', person?.avatar_url)
  for (const item of await listExportedItems(userId)) {
    const folder = `videos/${item.id}`
    yield* videoFilesOf(item, folder)
    yield* imageFilesOf(`${folder}/cover`, item.cover_url)
    yield* imageFilesOf(`${folder}/thumbnail`, item.thumbnail_url)
    yield* imageFilesOf(`${folder}/poster`, item.stream_thumbnail_url)
  }
}

type Item = Awaited<ReturnType<typeof listExportedItems>>[number]

function listExportedItems(userId: string) {
  return selectOwnItems(userId)
    .leftJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['content.id', 'playback_id', 'file_url', 'file_name', 'cover_url', 'thumbnail_url'])
    .select('stream_thumbnail_url')
    .where('moderation', 'not in', ['removed', 'quarantined'])
    .orderBy('content.created_at')
    .execute()
}

async function* videoFilesOf(item: Item, folder: string): AsyncGenerator<ExportedMediaFile> {
  const { file_url: original, file_name: name } = item
  if (original && (await storage.stat(original)))
    return yield { name: `${folder}/original.${videoExtensionOf(name)}`, open: () => readObjects([original]) }
  const best = await db
    .selectFrom('renditions')
    .select('folder')
    .where('content_id', '=', item.id)
    .where('superseded_at', 'is', null)
    .where('codecs', 'like', 'avc1%')
    .orderBy('height', 'desc')
    .orderBy('bandwidth', 'desc')
    .executeTakeFirst()
  const pieces = best && (await listSegmentKeys(`media/${item.playback_id}/${best.folder}`))
  if (pieces) yield { name: `${folder}/video.mp4`, open: () => readObjects(pieces) }
}

function videoExtensionOf(name: string | null): string {
  const end = name?.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return videoExtensions.find((known) => known === end) ?? 'video'
}

/**
 * Lists the files of a rendition in playlist order. Concatenated in this order, the files are a fragmented
 * MP4 (ISO/IEC 14496-12).
 */
async function listSegmentKeys(folder: string): Promise<string[] | undefined> {
  const playlist = await storage.open(`${folder}/index.m3u8`)
  if (!playlist) return undefined
  const lines = (await new Response(playlist.body).text()).split('\n').map((line) => line.trim())
  const segments = lines.filter((line) => line && !line.startsWith('#'))
  return ['init.mp4', ...segments].map((name) => `${folder}/${name}`)
}

async function* imageFilesOf(
  name: string,
  url: string | null | undefined,
): AsyncGenerator<ExportedMediaFile> {
  const key = url?.slice(1)
  if (!key || !/^(avatars|media)\//.test(key) || !(await storage.stat(key))) return
  const end = /\.(webp|jpg)$/.exec(key)?.[0] ?? ''
  yield { name: name.endsWith(end) ? name : name + end, open: () => readObjects([key]) }
}

/**
 * Concatenates stored objects. If a listed file is deleted during the export, the exported video is
 * truncated, but the export continues.
 */
async function* readObjects(keys: string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) {
    const object = await storage.open(key)
    if (!object) return
    yield* object.body
  }
}
