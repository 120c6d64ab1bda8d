import { sql } from 'kysely'
import type { LiveEvent, LiveInit, LivePart, LivePartRecord } from '#media/live/live-events.ts'
import type { LiveResumePoint } from '#media/live/package-live-source.ts'
import { db } from '#server/platform/db/db.ts'
import { signalSql } from '#server/platform/live-updates/signals.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { partsCounter } from '../broadcast-metrics.ts'
import { broadcastSignal } from '../broadcast-signals.ts'
import {
  broadcastStorageKey,
  initObjectName,
  partObjectName,
  sourceHeaderObjectName,
} from '../broadcast-storage-keys.ts'
import { readStoredObject } from '../read-stored-object.ts'
import { type IngestClaim, StaleIngestError } from './ingest-lease.ts'

/** Stores an event from the packager: the bytes first, then the row. Throws StaleIngestError. */
export async function storeLiveEvent(claim: IngestClaim, event: LiveEvent): Promise<void> {
  if (event.type === 'part') return storePart(claim, event)
  if (event.type === 'init') return storeInit(claim, event)
  await storage.putBytes(broadcastStorageKey(claim.playbackId, sourceHeaderObjectName), event.bytes, {
    isLive: true,
  })
}

/**
 * If another worker has already stored the init segment, its row is kept, because both init segments are
 * identical.
 */
async function storeInit(claim: IngestClaim, { rendition, bytes, codecs, width, height }: LiveInit) {
  const object_name = initObjectName(claim.fence, rendition)
  await storage.putBytes(broadcastStorageKey(claim.playbackId, object_name), bytes, { isLive: true })
  await db
    .insertInto('broadcast_renditions')
    .values({ content_id: claim.contentId, rendition, codecs, width, height, object_name })
    .onConflict((row) => row.doNothing())
    .execute()
}

/**
 * Stores a part, unless another worker has taken over or the broadcast was cut off. The database sets
 * `made_at`, so that the delay does not depend on the clocks of the workers.
 */
async function storePart({ contentId, playbackId, fence }: IngestClaim, part: LivePart): Promise<void> {
  const { rendition, sequence, partIndex } = part
  const objectName = partObjectName(fence, rendition, sequence, partIndex)
  const key = broadcastStorageKey(playbackId, objectName)
  await storage.putBytes(key, part.bytes, { isLive: true })
  const { rows } = await sql`
    with mine as (select content_id from broadcasts
      where content_id = ${contentId} and ingest_fence = ${fence} and packaged_at is null for no key update),
    stored as (insert into broadcast_parts (content_id, rendition, segment_number, part_index, start_time,
        segment_start_time, duration, is_independent, ends_segment, byte_length, resume_offset, object_name)
      select content_id, ${rendition}, ${sequence}, ${partIndex}, ${part.startTime}, ${part.segmentStartTime},
        ${part.duration}, ${part.independent}, ${part.endsSegment}, ${part.byteLength}, ${part.resumeOffset},
        ${objectName}
      from mine returning content_id)
    select ${signalSql(broadcastSignal(contentId))} from stored`.execute(db)
  if (rows.length === 0) {
    await storage.remove(key)
    throw new StaleIngestError('the part is not wanted any more')
  }
  partsCounter.inc({ rendition })
}

/**
 * Returns the point from which a packager has to continue, or undefined if it has to start from the
 * beginning.
 */
export async function loadResumePoint({
  contentId,
  playbackId,
}: IngestClaim): Promise<
  { resume: LiveResumePoint & { sourceOffset: number }; header: Uint8Array } | undefined
> {
  const parts = [await loadLastPart(contentId, 'source'), await loadLastPart(contentId, 'low')]
  if (parts.every((part) => part === undefined)) return undefined
  const header = await readStoredObject(broadcastStorageKey(playbackId, sourceHeaderObjectName))
  const [source, low] = parts
  // A rendition without parts needs the whole source, starting at the first media data.
  const offsets = parts.map((part) => part?.resumeOffset ?? header.byteLength)
  const lastParts = { ...(source && { source }), ...(low && { low }) }
  return { resume: { sourceOffset: Math.min(...offsets), lastParts }, header }
}

async function loadLastPart(
  contentId: string,
  rendition: 'source' | 'low',
): Promise<LivePartRecord | undefined> {
  const row = await db
    .selectFrom('broadcast_parts')
    .selectAll()
    .where('content_id', '=', contentId)
    .where('rendition', '=', rendition)
    .orderBy('segment_number', 'desc')
    .orderBy('part_index', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    sequence: row.segment_number,
    partIndex: row.part_index,
    startTime: row.start_time,
    segmentStartTime: row.segment_start_time,
    duration: row.duration,
    independent: row.is_independent,
    endsSegment: row.ends_segment,
    madeAt: row.made_at,
    byteLength: row.byte_length,
    resumeOffset: row.resume_offset,
  }
}
