import { sql } from 'kysely'
import { fullSizeImagePath } from '#contract/content/image-variants.ts'
import type { RenditionsTable } from '#server/platform/db/tables/content.ts'
import { type ListedObject, storage } from '#server/platform/storage/storage.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { type IntegrityFinding, createIntegrityFinding } from './integrity-finding.ts'
import {
  listObjectsWithPrefix,
  type StorageFolder,
  listUnreferencedKeys,
  findUnreferencedFiles,
} from './storage-folders.ts'

type Rendition = Pick<RenditionsTable, 'folder' | 'average_bandwidth'> & { is_active: boolean }

interface MediaItem {
  name: string
  id: string
  is_gone: boolean
  is_ready: boolean
  /**
   * The newest transcode attempt. The files that this attempt stores outside the rendition folders count as
   * referenced.
   */
  fence: string | null
  /**
   * The newest attempt to transcode the replacement file, if a replacement is in progress. All files of this
   * attempt count as referenced.
   */
  replacement_fence: string | null
  /** Whether the newest transcode attempt encodes the video in pieces. All of these pieces count as referenced. */
  has_pieces: boolean
  /** The codecs in which idle workers are encoding the video again. The encoded pieces count as referenced. */
  idle_codecs: string[]
  /** Whether the files of the item's live broadcast still exist. All of these files count as referenced. */
  has_live_media: boolean
  urls: (string | null)[]
  renditions: Rendition[]
}

/** The storage folder for the renditions and images of items. */
export const mediaFolder: StorageFolder<MediaItem> = {
  prefix: 'media',
  nameOf: (key) => key.split('/')[1]!,
  rows: (from, name, page) =>
    sql`${selectItemsWithoutAccessCheck(from)
      .leftJoin('streams', 'streams.content_id', 'content.id')
      .select(['playback_id as name', 'content.id'])
      .select(sql<boolean>`deleted_at is not null`.as('is_gone'))
      .select(sql<boolean>`stream_status = 'ready'`.as('is_ready'))
      .select(
        sql<boolean>`exists (select from broadcasts where content_id = content.id and media_deleted_at is null)`.as(
          'has_live_media',
        ),
      )
      .select(
        sql<boolean>`exists (select from transcode_pieces where content_id = content.id and fence = streams.fence)`.as(
          'has_pieces',
        ),
      )
      .select(
        sql<
          string[]
        >`array(select codec from idle_encodings where content_id = content.id and fence = streams.fence
          and state in ('waiting', 'encoding'))`.as('idle_codecs'),
      )
      .select(sql<string>`case when streams.state <> 'refused' then streams.fence::text end`.as('fence'))
      .select(
        sql<string | null>`(select stream_replacements.fence::text from stream_replacements
          where content_id = content.id and state in ('received', 'encoding', 'held'))`.as(
          'replacement_fence',
        ),
      )
      .select(
        sql<string[]>`array[stream_thumbnail_url, preview_url, storyboard_url, cover_url, thumbnail_url]`.as(
          'urls',
        ),
      )
      .select(
        sql<
          Rendition[]
        >`coalesce((select jsonb_agg(jsonb_build_object('folder', folder, 'average_bandwidth', average_bandwidth,
        'is_active', superseded_at is null) order by folder) from renditions where renditions.content_id = content.id), '[]')`.as(
          'renditions',
        ),
      )
      .$if(name !== undefined, (rows) => rows.where('playback_id', '=', name!))
      .$if(page?.after !== undefined, (rows) =>
        rows.where(sql<boolean>`(playback_id || '/') collate "C" > ${`${page!.after}/`}`),
      )
      .$if(page?.until !== undefined, (rows) =>
        rows.where(sql<boolean>`(playback_id || '/') collate "C" <= ${`${page!.until}/`}`),
      )
      .$if(page !== undefined, (rows) => rows.limit(page!.limit))
      .orderBy(sql`(playback_id || '/') collate "C"`)}`,
  isCursor: () => true,
  files: (name) => listObjectsWithPrefix(`media/${name}`),
  unreferencedKeys: (item, files, before) =>
    item?.is_gone
      ? []
      : listUnreferencedKeys(files, (key) => item !== undefined && isReferencedByItem(item, key), before),
  verify: checkMediaItem,
}

async function checkMediaItem(
  item: MediaItem | undefined,
  files: ListedObject[],
  before: Date,
): Promise<IntegrityFinding[]> {
  if (!item) return findUnreferencedFiles(files, () => false, before)
  // The files of a deleted item are deleted before its row.
  if (item.is_gone) return []
  const sizes = new Map(files.map(({ key, size }) => [key, size]))
  const found = checkImages(item, sizes)
  const active = item.renditions.filter(({ is_active }) => is_active)
  if (item.is_ready && active.length === 0)
    found.push(
      createIntegrityFinding(
        'ready_without_rendition',
        `content ${item.id}`,
        'The item is ready but has no rendition.',
      ),
    )
  for (const rendition of active) found.push(...(await checkPlaylist(item, rendition, sizes)))
  return [...found, ...findUnreferencedFiles(files, (key) => isReferencedByItem(item, key), before)]
}

type Sizes = Map<string, number>

function checkImages(item: MediaItem, sizes: Sizes): IntegrityFinding[] {
  const keys = item.urls.filter((url) => url?.startsWith(`/media/${item.name}/`)).map((url) => url!.slice(1))
  // Every storyboard references at least one tile sheet, `storyboard_1.webp`, so that file must exist.
  const sheets = keys.filter((key) => key.endsWith('storyboard.vtt'))
  const wanted = [...keys, ...sheets.map((key) => key.replace('storyboard.vtt', 'storyboard_1.webp'))]
  return wanted.flatMap((key) =>
    checkFilePresent('file', key, `content ${item.id} references this image`, sizes),
  )
}

function checkFilePresent(
  what: 'file' | 'segment',
  key: string,
  who: string,
  sizes: Sizes,
): IntegrityFinding[] {
  const size = sizes.get(key)
  if (size === undefined)
    return [createIntegrityFinding(`${what}_missing`, key, `${who}, but it does not exist.`)]
  return size === 0 ? [createIntegrityFinding(`${what}_empty`, key, `${who}, but it is empty.`)] : []
}

/**
 * Checks that a media playlist is complete, that its files exist, and that their total size matches the size
 * measured during encoding.
 */
async function checkPlaylist(
  item: MediaItem,
  rendition: Rendition,
  sizes: Sizes,
): Promise<IntegrityFinding[]> {
  const folder = `media/${item.name}/${rendition.folder}`
  const key = `${folder}/index.m3u8`
  const object = sizes.get(key) ? await storage.open(key) : null
  if (!object)
    return [createIntegrityFinding('playlist_broken', key, `content ${item.id} has no playlist at this key.`)]
  const playlist = parsePlaylist(await new Response(object.body).text())
  if (!playlist.isWhole)
    return [
      createIntegrityFinding('playlist_broken', key, `The playlist of content ${item.id} is truncated.`),
    ]
  const names = [...playlist.inits, ...playlist.segments]
  const found = names.flatMap((name) =>
    checkFilePresent(
      'segment',
      `${folder}/${name}`,
      `The playlist of content ${item.id} lists this segment`,
      sizes,
    ),
  )
  if (found.length > 0) return found
  const bytes = playlist.segments.reduce((sum, name) => sum + sizes.get(`${folder}/${name}`)!, 0)
  const average = Math.ceil((bytes * 8) / playlist.seconds)
  if (Math.abs(average - rendition.average_bandwidth) <= 1) return []
  const what = `The segments have ${average} bit/s on average; the row says ${rendition.average_bandwidth}.`
  return [createIntegrityFinding('size_wrong', folder, what)]
}

/** Parses a media playlist (RFC 8216 §4.3) as this site writes it, with one file per segment. */
function parsePlaylist(text: string) {
  const lines = text.split('\n').map((line) => line.trim())
  const segments = lines.filter((line) => line && !line.startsWith('#'))
  const seconds = lines.reduce((sum, line) => sum + Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? 0), 0)
  return {
    isWhole: lines.includes('#EXT-X-ENDLIST') && segments.length > 0 && seconds > 0,
    inits: [...text.matchAll(/^#EXT-X-MAP:.*URI="([^"]+)"/gm)].map(([, uri]) => uri!),
    segments,
    seconds,
  }
}

/**
 * Returns whether the item's rows reference a file. The images of a transcode attempt are stored next to its
 * renditions.
 */
function isReferencedByItem(item: MediaItem, key: string): boolean {
  if (item.urls.includes(`/${fullSizeImagePath(key)}`)) return true
  const [fence, name, ...rest] = key.slice(`media/${item.name}/`.length).split('/')
  if (fence === item.replacement_fence) return true
  if (name === 'pieces') return item.has_pieces && fence === item.fence
  if (name === 'idle') return fence === item.fence && item.idle_codecs.includes(rest[0]!)
  if (fence === 'live') return item.has_live_media
  if (rest.length > 0) return item.renditions.some(({ folder }) => folder === `${fence}/${name}`)
  if (!/^\d+$/.test(fence!)) return false
  const isOfTry = item.urls.some((url) => url?.startsWith(`/media/${item.name}/${fence}/`))
  return (
    fence === item.fence || isOfTry || item.renditions.some(({ folder }) => folder.startsWith(`${fence}/`))
  )
}
