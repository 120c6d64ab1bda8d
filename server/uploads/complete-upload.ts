import { sniffVideo } from '#media/sniff.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '../platform/config.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import { enqueue, defineJob } from '#server/platform/queue/queue.ts'
import { storage } from '../platform/storage/storage.ts'
import { getUploadStore } from './upload-store.ts'
import { getUploadStorageKey } from './upload-storage-keys.ts'
import { bytesNeededForSniffing } from './upload-validation.ts'
import type { OwnUpload } from './own-upload.ts'

/**
 * The job that transcodes a received upload. Failed attempts are counted in `streams.tries`. The queue's own
 * retries are only a fallback. A worker sends the queue a heartbeat every 7.5 s and counts as dead after 15 s
 * without a heartbeat, so the queue needs at least 7.5 s to detect that a worker has died. The retry delay is
 * 3 s, so another worker picks up the job no earlier than 10.5 s after the worker died. By then, the last
 * heartbeat in the upload's row is older than `transcodeHeartbeatTimeoutMs`.
 */
export const transcodingJob = defineJob<{ contentId: string }>(
  'process',
  { retryLimit: 8, retryDelay: 3, retryBackoff: false },
  { limitsItself: true },
)

/**
 * In one transaction, marks an upload as received and enqueues the job that transcodes it. Repeated calls
 * have no further effect.
 */
export async function completeUpload(upload: OwnUpload): Promise<void> {
  await getUploadStore().assemble(getUploadStorageKey(upload.id))
  await assertVideoContent(upload)
  await transaction(async (tx) => {
    const first = await tx
      .updateTable('uploads')
      .set({ completed_at: new Date(), touched_at: new Date() })
      .where('id', '=', upload.id)
      .where('completed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!first) return
    if (upload.is_replacement) return markReplacementReceived(tx, upload)
    await tx
      .updateTable('content')
      .set({ stream_status: 'received', file_url: getUploadStorageKey(upload.id), updated_at: new Date() })
      .where('id', '=', upload.content_id)
      .execute()
    await tx
      .updateTable('streams')
      .set({ state: 'received', queued_at: new Date() })
      .where('content_id', '=', upload.content_id)
      .execute()
    await enqueueTranscode(tx, upload.content_id, upload.file_size)
  })
  // The metadata object that tus keeps in the bucket is not needed for a complete upload.
  if (config.s3) await storage.remove(`${getUploadStorageKey(upload.id)}.info`)
}

/**
 * The job that transcodes the new file of an item. The previous version of the software does not have this
 * job.
 */
export const replacementTranscodingJob = defineJob<{ contentId: string }>(
  'process-replacement',
  { retryLimit: 8, retryDelay: 3, retryBackoff: false },
  { limitsItself: true },
)

async function markReplacementReceived(tx: Tx, { content_id, file_size }: OwnUpload): Promise<void> {
  await tx
    .updateTable('stream_replacements')
    .set({ state: 'received', queued_at: new Date() })
    .where('content_id', '=', content_id)
    .where('state', '=', 'uploading')
    .execute()
  await enqueueTranscode(tx, content_id, file_size, 0, replacementTranscodingJob)
}

/** Enqueues a transcode. Short clips are transcoded first, but long videos still get their turn. */
export async function enqueueTranscode(
  tx: Parameters<typeof enqueue>[0],
  contentId: string,
  size: number,
  delay = 0,
  job = transcodingJob,
): Promise<void> {
  const startAfter = delay > 0 ? { startAfter: delay } : {}
  await enqueue(tx, job, { contentId }, { priority: transcodePriority(size, Date.now()), ...startAfter })
}

/**
 * For each megabyte of the file, the queue treats the job as if it had arrived this many seconds later. For a
 * one-gigabyte file, that is a little more than an hour.
 */
const secondsPerMegabyte = 4

/**
 * Returns the negated due time as the priority, because the queue takes the job with the highest number
 * first. The due time is counted in steps of four seconds, because a number of seconds would overflow an
 * int32 after 2037.
 */
export function transcodePriority(size: number, now: number): number {
  return -Math.round((now / 1000 + (secondsPerMegabyte * size) / 2 ** 20) / 4)
}

/**
 * Detects the format of a complete file. The format can still be unknown if the file arrived in tiny pieces
 * or is stored in a bucket (s3-upload-store.ts).
 */
async function assertVideoContent({ id }: OwnUpload): Promise<void> {
  const row = await db.selectFrom('uploads').select('demuxer').where('id', '=', id).executeTakeFirst()
  if (!row || row.demuxer) return
  const file = await storage.stat(getUploadStorageKey(id))
  const end = Math.min(file?.size ?? 0, bytesNeededForSniffing) - 1
  const head = end < 0 ? null : await storage.open(getUploadStorageKey(id), { start: 0, end })
  const demuxer = head && sniffVideo(new Uint8Array(await new Response(head.body).arrayBuffer()))
  if (!demuxer) throw new ApiError('unsupported_format')
  await db.updateTable('uploads').set({ demuxer }).where('id', '=', id).execute()
}
