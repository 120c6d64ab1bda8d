import { sql } from 'kysely'
import type { DomainEvent } from '#server/domain-events.ts'
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import { sendSignal } from '#server/platform/live-updates/signals.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { StaleAttemptError } from '#server/transcoding/transcode-attempt.ts'
import { getUploadStorageKey } from '#server/uploads/upload-storage-keys.ts'
import { broadcastWorkSignal } from '../broadcast-signals.ts'
import { lockItem } from '../lock-item.ts'

/**
 * Deletes a recording that was being prepared when its broadcast was cut off, because it contains parts that were cut.
 * The file is deleted before the rows, so that a worker finds it again after a crash. The higher fencing token stops
 * the transcode attempt. The remaining parts are then joined again (queue-recording.ts).
 */
export async function discardRecording(contentId: string): Promise<void> {
  for (const id of await listDiscardedUploads(contentId)) await storage.remove(getUploadStorageKey(id))
  await transaction((tx) => deleteRecordingRows(tx, contentId))
}

/** Another worker may already have discarded the recording and joined the remaining parts. That file must stay. */
async function listDiscardedUploads(contentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .innerJoin('broadcasts', 'broadcasts.content_id', 'uploads.content_id')
    .select('uploads.id')
    .where('uploads.content_id', '=', contentId)
    .where('recording_state', '=', 'discarded')
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks the stream, then the item, then the broadcast, as in queue-recording.ts. */
async function deleteRecordingRows(tx: Tx, contentId: string): Promise<void> {
  await tx.selectFrom('streams').select('id').where('content_id', '=', contentId).forUpdate().execute()
  await lockItem(tx, contentId)
  const { numUpdatedRows } = await tx
    .updateTable('broadcasts')
    .set({ recording_state: 'none' })
    .where('content_id', '=', contentId)
    .where('recording_state', '=', 'discarded')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await tx.deleteFrom('uploads').where('content_id', '=', contentId).execute()
  await tx.updateTable('content').set({ file_url: null }).where('id', '=', contentId).execute()
  await tx
    .updateTable('streams')
    .set({ state: 'uploading', fence: sql<number>`fence + 1`, tries: 0, percent: 0 })
    .set({ queued_at: null, started_at: null, heartbeat_at: null, eta_seconds: null, publish_after: null })
    .where('content_id', '=', contentId)
    .execute()
  await sendSignal(tx, broadcastWorkSignal)
}

/**
 * Keeps a transcode attempt from publishing a recording that has to be discarded, or from reporting its failure. The
 * attempt has locked the item, so a stop either was committed before or finds the published recording.
 */
export async function refuseDiscardedRecording(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== 'upload_ready' && event.type !== 'upload_failed') return
  const discarded = await tx
    .selectFrom('broadcasts')
    .select('content_id')
    .where('content_id', '=', event.contentId)
    .where('recording_state', '=', 'discarded')
    .executeTakeFirst()
  if (discarded) throw new StaleAttemptError()
}
