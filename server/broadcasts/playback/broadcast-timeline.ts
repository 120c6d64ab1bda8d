import { sql } from 'kysely'
import type { LiveRenditionName } from '#media/live/live-events.ts'
import type { LivePlaylistPart } from '#media/live/playlists/live-playlist-view.ts'
import { db } from '#server/platform/db/db.ts'
import type { BroadcastPartsTable } from '#server/platform/db/tables/broadcasts.ts'

/** The data that the playlists of a broadcast are built from, as last loaded from the database. */
export interface BroadcastTimeline {
  contentId: string
  ownerId: string
  delaySeconds: number
  isCut: boolean
  /** Whether all parts have been stored. */
  isComplete: boolean
  renditions: TimelineRendition[]
  /** The database's clock minus this process's clock, in milliseconds. */
  clockOffsetMs: number
}

export interface TimelineRendition {
  name: LiveRenditionName
  codecs: string
  width: number
  height: number
  objectName: string
  /** The parts that are or will become visible, in order. Each old segment is a single entry. */
  parts: LivePlaylistPart[]
}

/** The number of newest segments whose parts are kept. Playlists list parts only for the last 18 s. */
const segmentsWithParts = 8

/**
 * Loads the changes since `before` was loaded. The function modifies `before`, so callers must not use it
 * afterwards. Returns null if the broadcast has no media.
 */
export async function loadTimeline(
  contentId: string,
  before: BroadcastTimeline | undefined,
): Promise<BroadcastTimeline | null> {
  const row = await db
    .selectFrom('broadcasts')
    .select(['user_id', 'delay_seconds', 'cut_at', 'packaged_at'])
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('content_id', '=', contentId)
    .where('media_deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const renditions = await loadRenditions(contentId, before?.renditions ?? [])
  for (const rendition of renditions) {
    rendition.parts.push(...(await loadPartsAfter(contentId, rendition)))
    if (row.cut_at) rendition.parts = rendition.parts.filter(({ madeAt }) => madeAt <= row.cut_at!)
    else rendition.parts = joinOldSegments(rendition.parts)
  }
  return {
    contentId,
    ownerId: row.user_id,
    delaySeconds: row.delay_seconds,
    isCut: row.cut_at !== null,
    isComplete: row.packaged_at !== null,
    renditions,
    clockOffsetMs: row.now.getTime() - Date.now(),
  }
}

async function loadRenditions(contentId: string, known: TimelineRendition[]): Promise<TimelineRendition[]> {
  if (known.length === 2) return known
  const rows = await db
    .selectFrom('broadcast_renditions')
    .selectAll()
    .where('content_id', '=', contentId)
    .orderBy('rendition', 'desc')
    .execute()
  return rows.map(({ rendition: name, codecs, width, height, object_name }) => ({
    name,
    codecs,
    width,
    height,
    objectName: object_name,
    parts: known.find((one) => one.name === name)?.parts ?? [],
  }))
}

async function loadPartsAfter(
  contentId: string,
  { name, parts }: TimelineRendition,
): Promise<LivePlaylistPart[]> {
  const last = parts.at(-1)
  const rows = await db
    .selectFrom('broadcast_parts')
    .selectAll()
    .where('content_id', '=', contentId)
    .where('rendition', '=', name)
    .where(sql<boolean>`(segment_number, part_index) > (${last?.sequence ?? -1}, ${last?.partIndex ?? -1})`)
    .orderBy('segment_number')
    .orderBy('part_index')
    .execute()
  return rows.map(toPlaylistPart)
}

function toPlaylistPart(row: Omit<BroadcastPartsTable, 'made_at'> & { made_at: Date }): LivePlaylistPart {
  return {
    sequence: row.segment_number,
    partIndex: row.part_index,
    startTime: row.start_time,
    duration: row.duration,
    independent: row.is_independent,
    endsSegment: row.ends_segment,
    madeAt: row.made_at,
    byteLength: row.byte_length,
    initNumber: 0,
  }
}

/** Merges the parts of each old, complete segment into one entry, so that playlists can be built quickly. */
function joinOldSegments(parts: LivePlaylistPart[]): LivePlaylistPart[] {
  const newest = parts.at(-1)?.sequence ?? 0
  const joined: LivePlaylistPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (!last || last.sequence !== part.sequence || part.sequence > newest - segmentsWithParts)
      joined.push(part)
    else
      joined[joined.length - 1] = {
        ...last,
        partIndex: part.partIndex,
        duration: last.duration + part.duration,
        byteLength: last.byteLength + part.byteLength,
        endsSegment: part.endsSegment,
        madeAt: part.madeAt,
      }
  }
  return joined
}
