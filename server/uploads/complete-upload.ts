import { sniffVideo } from '#media/sniff.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '../platform/config.ts'
import { db, transaction } from '../platform/db/db.ts'
import { enqueue, defineJob } from '#server/platform/queue/queue.ts'
import { storage } from '../platform/storage/storage.ts'
import { getUploadStore } from './upload-store.ts'
import { uploadKeyOf } from './upload-keys.ts'
import { sniffHeadBytes } from './upload-validation.ts'
import type { OwnUpload } from './own-upload.ts'

/**
 * Makes a received upload playable. The attempts that count are in `streams.tries`; the queue's retries are
 * only a backstop. The retry delay is a constant 3 s, so a job is picked up again at least 10.5 s after its
 * worker's last heartbeat. By then the heartbeat in its row is too old as well (`heartbeatTimeoutMs`).
 */
export const transcodeUploadJob = defineJob<{ contentId: string }>(
  'process',
  { retryLimit: 8, retryDelay: 3, retryBackoff: false },
  { limitsItself: true },
)

/** Marks an upload as received and enqueues its transcode in one transaction. Idempotent. */
export async function completeUpload(upload: OwnUpload): Promise<void> {
  await getUploadStore().assemble(uploadKeyOf(upload.id))
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
    await tx
      .updateTable('content')
      .set({ stream_status: 'received', file_url: uploadKeyOf(upload.id), updated_at: new Date() })
      .where('id', '=', upload.content_id)
      .execute()
    await tx
      .updateTable('streams')
      .set({ state: 'received', queued_at: new Date() })
      .where('content_id', '=', upload.content_id)
      .execute()
    await enqueueTranscode(tx, upload.content_id, upload.file_size)
  })
  // The tus metadata object in the bucket is no longer needed.
  if (config.s3) await storage.remove(`${uploadKeyOf(upload.id)}.info`)
}

/** Enqueues a transcode. Short clips go first, but long videos are not starved. */
export async function enqueueTranscode(
  tx: Parameters<typeof enqueue>[0],
  contentId: string,
  size: number,
  delay = 0,
): Promise<void> {
  const startAfter = delay > 0 ? { startAfter: delay } : {}
  await enqueue(
    tx,
    transcodeUploadJob,
    { contentId },
    { priority: transcodePriority(size, Date.now()), ...startAfter },
  )
}

/**
 * Seconds that each megabyte delays a job relative to later ones: a little more than an hour for a gigabyte.
 */
const secondsPerMegabyte = 4

/**
 * The queue takes the highest number first, so this is the negated due time. It counts in steps of four
 * seconds, because seconds would overflow an int32 after 2037.
 */
export function transcodePriority(size: number, now: number): number {
  return -Math.round((now / 1000 + (secondsPerMegabyte * size) / 2 ** 20) / 4)
}

/** A file that arrived in tiny pieces or went to a bucket may not have been sniffed on the way. */
async function assertVideoContent({ id }: OwnUpload): Promise<void> {
  const row = await db.selectFrom('uploads').select('demuxer').where('id', '=', id).executeTakeFirst()
  if (!row || row.demuxer) return
  const file = await storage.stat(uploadKeyOf(id))
  const end = Math.min(file?.size ?? 0, sniffHeadBytes) - 1
  const head = end < 0 ? null : await storage.open(uploadKeyOf(id), { start: 0, end })
  const demuxer = head && sniffVideo(new Uint8Array(await new Response(head.body).arrayBuffer()))
  if (!demuxer) throw new ApiError('unsupported_format')
  await db.updateTable('uploads').set({ demuxer }).where('id', '=', id).execute()
}
