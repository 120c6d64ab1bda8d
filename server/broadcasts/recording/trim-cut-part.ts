import { sql } from 'kysely'
import { trimPart } from '#media/live/fragments/trim-part.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { broadcastStorageKey, trimmedObjectName } from '../broadcast-storage-keys.ts'
import { type CutPart, findCutPart } from './cut-point.ts'
import { readStoredObject } from '../read-stored-object.ts'

/**
 * Keeps the frames of the first cut part that were captured before the delay, because viewers may have seen them: the
 * recording contains everything that was on a screen. Returns the name of the replaced object, or null.
 */
export async function trimCutPart(
  tx: Tx,
  { contentId, playbackId }: { contentId: string; playbackId: string },
): Promise<string | null> {
  const part = await findCutPart(tx, contentId)
  const bytes = part && (await trimStoredPart(playbackId, part))
  if (!part || !bytes) return null
  const { objectName, segmentNumber, partIndex, startTime, keptUntil } = part
  const newName = trimmedObjectName(objectName)
  await storage.putBytes(broadcastStorageKey(playbackId, newName), bytes, { isLive: true })
  await sql`update broadcast_parts set object_name = ${newName}, byte_length = ${bytes.length},
      duration = ${keptUntil - startTime}, made_at = broadcasts.cut_at
    from broadcasts where broadcasts.content_id = broadcast_parts.content_id
      and broadcast_parts.content_id = ${contentId} and rendition = 'source'
      and segment_number = ${segmentNumber} and part_index = ${partIndex}`.execute(tx)
  return objectName
}

/** Returns null if no frame is kept, or if another worker has already trimmed the part. */
async function trimStoredPart(
  playbackId: string,
  { objectName, initObjectName, keptUntil }: CutPart,
): Promise<Buffer | null> {
  const key = broadcastStorageKey(playbackId, objectName)
  if (!(await storage.stat(key))) return null
  const init = await readStoredObject(broadcastStorageKey(playbackId, initObjectName))
  return trimPart(init, await readStoredObject(key), keptUntil)
}
