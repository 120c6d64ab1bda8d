import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { published } from './films.ts'

/** What each of its files holds. */
export const segment = Buffer.alloc(1000, 'f')

/** A film whose bytes we know: one rendition, of these segments of a second each. */
export async function playable(
  owner: { id: string },
  segments: string[],
): Promise<{ id: string; playback_id: string }> {
  const id = await published(owner, { title: 'Harbour' })
  const at = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const look = { width: 426, height: 240, codecs: 'avc1.4d4015', frame_rate: 24, bandwidth: 8000 }
  await db
    .insertInto('renditions')
    .values({ ...look, average_bandwidth: 8000, content_id: id, name: '240p', fence: 0, folder: '0/240p' })
    .execute()
  const folder = `media/${at.playback_id}/0/240p`
  const lines = [
    '#EXTM3U',
    '#EXT-X-MAP:URI="init.mp4"',
    ...segments.flatMap((name) => ['#EXTINF:1,', name]),
    '#EXT-X-ENDLIST',
  ]
  await storage.putBytes(`${folder}/index.m3u8`, Buffer.from(`${lines.join('\n')}\n`))
  for (const name of ['init.mp4', ...segments]) await storage.putBytes(`${folder}/${name}`, segment)
  return { id, ...at }
}
