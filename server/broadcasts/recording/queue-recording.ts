import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { BroadcastAbsence } from '#contract/live-updates.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { enqueueContentErasure } from '#server/content/delete-content.ts'
import { emitEvent } from '#server/domain-events.ts'
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { withStorageWrite } from '#server/platform/storage/storage-writes.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { enqueueTranscode } from '#server/uploads/complete-upload.ts'
import { getUploadStorageKey } from '#server/uploads/upload-storage-keys.ts'
import { broadcastStorageKey } from '../broadcast-storage-keys.ts'
import { lockItem } from '../lock-item.ts'

/** A worker that joins the parts of a broadcast. It loses its claim if the broadcast is cut off (end-broadcast.ts). */
interface RecordingClaim {
  contentId: string
  fence: number
}

const leaseSeconds = 10
const renewalMs = 2500
/** After a failure, such as an outage of the storage, a worker tries again after this many seconds. */
const retrySeconds = 3

/**
 * Joins the parts of an ended broadcast into one fragmented MP4 file, and processes the file like an uploaded video.
 * This starts before the delay of the last parts has passed, but the recording is not published earlier
 * (`streams.publish_after`), and is discarded if the broadcast is cut off (discard-recording.ts). The item stays
 * `live` until the first rendition of the recording is published.
 */
export async function queueRecording({
  contentId,
  playbackId,
}: {
  contentId: string
  playbackId: string
}): Promise<void> {
  const claim = await claimRecording(contentId)
  if (!claim) return
  const uploadId = randomUUID()
  const uploadKey = getUploadStorageKey(uploadId)
  const timer = setInterval(() => void extendLease(claim, leaseSeconds).catch(() => {}), renewalMs)
  try {
    const names = await listRecordedObjects(contentId)
    if (names.length === 0) return await deleteBroadcastItem(contentId)
    const keys = names.map((name) => broadcastStorageKey(playbackId, name))
    await withStorageWrite({ owner: uploadKey, prefixes: [uploadKey] }, async (write) => {
      const size = await joinObjects(keys, uploadKey)
      await transaction(async (tx) => {
        await write.complete(tx)
        if (!(await insertRecording(tx, claim, { uploadId, size })))
          throw new Error('another worker has claimed the recording')
      })
      log.info('the recording of a broadcast is queued', { contentId, bytes: size })
    })
  } catch (error) {
    log.warn('the parts of a broadcast were not joined', { contentId, error: (error as Error).message })
    await extendLease(claim, retrySeconds).catch(() => {})
    // If this fails too, the sweep deletes the file, because no row refers to it.
    await storage.remove(uploadKey).catch(() => {})
  } finally {
    clearInterval(timer)
  }
}

/** Keeps other workers from joining the parts of the same broadcast. */
async function claimRecording(contentId: string): Promise<RecordingClaim | null> {
  const claimed = await db
    .updateTable('broadcasts')
    .set({ ingest_lease_until: leaseUntil(leaseSeconds) })
    .set({ ingest_fence: sql<number>`ingest_fence + 1` })
    .where('content_id', '=', contentId)
    .where('packaged_at', 'is not', null)
    .where('recording_state', '=', 'none')
    .where(sql<boolean>`(ingest_lease_until is null or ingest_lease_until < clock_timestamp())`)
    // After a stop, the first part that was cut is trimmed before the remaining parts are joined.
    .where(
      sql<boolean>`not exists (select from broadcast_parts parts
        where parts.content_id = broadcasts.content_id and parts.made_at > broadcasts.cut_at)`,
    )
    .returning('ingest_fence')
    .executeTakeFirst()
  return claimed ? { contentId, fence: claimed.ingest_fence } : null
}

async function extendLease({ contentId, fence }: RecordingClaim, seconds: number): Promise<void> {
  await db
    .updateTable('broadcasts')
    .set({ ingest_lease_until: leaseUntil(seconds) })
    .where('content_id', '=', contentId)
    .where('ingest_fence', '=', fence)
    .where('recording_state', '=', 'none')
    .execute()
}

function leaseUntil(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
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

/** Returns the size of the joined file in bytes. */
async function joinObjects(keys: readonly string[], target: string): Promise<number> {
  await storage.putStream(target, Readable.from(readObjects(keys)))
  return (await storage.stat(target))?.size ?? 0
}

async function* readObjects(keys: readonly string[]): AsyncIterable<Uint8Array> {
  for (const key of keys) {
    const object = await storage.open(key)
    if (!object) throw new Error(`${key} is missing`)
    yield* object.body
  }
}

/**
 * Returns false if the worker has lost its claim. Locks the stream, then the item, then the broadcast: the order in
 * which a transcode attempt publishes its results.
 */
async function insertRecording(
  tx: Tx,
  { contentId, fence }: RecordingClaim,
  { uploadId, size }: { uploadId: string; size: number },
): Promise<boolean> {
  await tx.selectFrom('streams').select('id').where('content_id', '=', contentId).forUpdate().execute()
  await lockItem(tx, contentId)
  const { numUpdatedRows } = await tx
    .updateTable('broadcasts')
    .set({ recording_state: 'queued', ingest_lease_until: null })
    .where('content_id', '=', contentId)
    .where('ingest_fence', '=', fence)
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
    .set({ state: 'received', queued_at: new Date(), publish_after: whenDelayHasPassed })
    .where('content_id', '=', contentId)
    .execute()
  await enqueueTranscode(tx, contentId, size)
  return true
}

/** The time at which the last part of the broadcast may be shown to viewers. */
const whenDelayHasPassed = sql<Date>`(select max(made_at) + make_interval(secs => max(delay_seconds))
  from broadcast_parts join broadcasts using (content_id) where content_id = streams.content_id)`

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
