import { sql } from 'kysely'
import { trimPart } from '#media/live/fragments/trim-part.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { StorageUnavailableError } from '#server/platform/storage/storage-errors.ts'
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
  const bytes = part && (await trimStoredPart(playbackId, part).catch(ignoreUnlessOutage))
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

/** Returns null if no frame is kept. */
async function trimStoredPart(
  playbackId: string,
  { objectName, initObjectName, keptUntil }: CutPart,
): Promise<Buffer | null> {
  const [init, part] = await Promise.all(
    [initObjectName, objectName].map((name) => readStoredObject(broadcastStorageKey(playbackId, name))),
  )
  return trimPart(init!, part!, keptUntil)
}

/** A part that cannot be trimmed is deleted. It must not keep the rest of the delayed parts from being deleted. */
function ignoreUnlessOutage(error: Error): null {
  if (error instanceof StorageUnavailableError) throw error
  log.warn('the last part of a stopped broadcast could not be trimmed', { error: error.message })
  return null
}
