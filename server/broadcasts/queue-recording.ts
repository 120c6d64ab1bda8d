import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { BroadcastAbsence } from '#contract/live-updates.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { enqueueContentErasure } from '#server/content/delete-content.ts'
import { emitEvent } from '#server/domain-events.ts'
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { enqueueTranscode } from '#server/uploads/complete-upload.ts'
import { getUploadStorageKey } from '#server/uploads/upload-storage-keys.ts'
import { broadcastStorageKey } from './broadcast-storage-keys.ts'
import { lockItem } from './lock-item.ts'

/**
 * Joins the parts of an ended broadcast into one fragmented MP4 file, and processes the file like an uploaded
 * video. The file contains exactly the parts that viewers were able to see. The item stays `live` until the
 * first rendition of the recording is ready.
 */
export async function queueRecording({
  contentId,
  playbackId,
}: {
  contentId: string
  playbackId: string
}): Promise<void> {
  if (!(await claimRecording(contentId))) return
  const names = await listRecordedObjects(contentId)
  if (names.length === 0) return deleteBroadcastItem(contentId)
  const uploadId = randomUUID()
  const key = getUploadStorageKey(uploadId)
  const keys = names.map((name) => broadcastStorageKey(playbackId, name))
  await storage.putStream(key, Readable.from(readObjects(keys)))
  const size = (await storage.stat(key))?.size ?? 0
  const isQueued = await transaction((tx) => insertRecording(tx, { contentId, uploadId, size }))
  if (!isQueued) await storage.remove(key)
  else log.info('the recording of a broadcast is queued', { contentId, bytes: size })
}

/** Keeps other workers from joining the parts of the same broadcast for five minutes. */
async function claimRecording(contentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('broadcasts')
    .set({ ingest_lease_until: sql<Date>`clock_timestamp() + interval '5 minutes'` })
    .set({ ingest_fence: sql<number>`ingest_fence + 1` })
    .where('content_id', '=', contentId)
    .where('packaged_at', 'is not', null)
    .where('recording_state', '=', 'none')
    .where(sql<boolean>`(ingest_lease_until is null or ingest_lease_until < clock_timestamp()
      or (cut_at is not null and ingest_lease_until < clock_timestamp() + interval '10 seconds'))`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the init segment and the parts of the source rendition, or an empty list if there are no parts. */
async function listRecordedObjects(contentId: string): Promise<string[]> {
  const { rows } = await sql<{ object_name: string }>`
    select renditions.object_name, -1 as segment_number, 0 as part_index from broadcast_renditions renditions
      where content_id = ${contentId} and rendition = 'source'
    union all
    select parts.object_name, segment_number, part_index from broadcast_parts parts
      join broadcasts using (content_id)
      where content_id = ${contentId} and rendition = 'source' and (cut_at is null or made_at <= cut_at)
    order by segment_number, part_index`.execute(db)
  return rows.length > 1 ? rows.map(({ object_name }) => object_name) : []
}

async function* readObjects(keys: readonly string[]): AsyncIterable<Uint8Array> {
  for (const key of keys) {
    const object = await storage.open(key)
    if (!object) throw new Error(`${key} is missing`)
    yield* object.body
  }
}

async function insertRecording(
  tx: Tx,
  { contentId, uploadId, size }: { contentId: string; uploadId: string; size: number },
): Promise<boolean> {
  await lockItem(tx, contentId)
  const { numUpdatedRows } = await tx
    .updateTable('broadcasts')
    .set({ recording_state: 'queued', ingest_lease_until: null })
    .where('content_id', '=', contentId)
    .where('recording_state', '=', 'none')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const { user_id } = await selectItemsWithoutAccessCheck(tx)
    .select('user_id')
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('uploads')
    .values({
      id: uploadId,
      content_id: contentId,
      user_id,
      file_name: 'recording.mp4',
      file_size: size,
      demuxer: 'mov',
      completed_at: new Date(),
    })
    .execute()
  await tx
    .updateTable('content')
    .set({ file_url: getUploadStorageKey(uploadId) })
    .where('id', '=', contentId)
    .execute()
  await tx
    .updateTable('streams')
    .set({ state: 'received', queued_at: new Date() })
    .where('content_id', '=', contentId)
    .execute()
  await enqueueTranscode(tx, contentId, size)
  return true
}

/** Deletes the item of a broadcast without media. For `reason`, see the live update `gone`. */
export function deleteBroadcastItem(contentId: string, reason?: BroadcastAbsence): Promise<void> {
  return transaction((tx) => deleteBroadcastItemInTransaction(tx, contentId, reason))
}

export async function deleteBroadcastItemInTransaction(
  tx: Tx,
  contentId: string,
  reason?: BroadcastAbsence,
): Promise<void> {
  const gone = await tx
    .updateTable('content')
    .set({ deleted_at: new Date() })
    .where('id', '=', contentId)
    .where('stream_status', '=', 'live')
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!gone) return
  await emitEvent(tx, { type: 'content_removed', contentId, ...(reason && { reason }) })
  await enqueueContentErasure(tx, contentId)
}
