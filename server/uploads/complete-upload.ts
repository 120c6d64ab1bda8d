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
 * A received upload waits to be made playable. The tries that count are ours (`streams.tries`); the queue's stand behind them. Its
 * pause is the same each time, and no shorter: a job is then taken up 10.5 s after its worker's last sign at the least, which is
 * when its row has been silent for long enough, too (`freshMs`).
 */
export const transcodeUploadJob = defineJob<{ contentId: string }>(
  'process',
  { retryLimit: 8, retryDelay: 3, retryBackoff: false },
  { limitsItself: true },
)

/** All bytes are there: received, and in the queue, in one transaction. Doing it twice does no harm. */
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
  // What the bucket's store notes down beside an upload has done its service.
  if (config.s3) await storage.remove(`${uploadKeyOf(upload.id)}.info`)
}

/** Puts an upload into the queue of what is to be made playable; short clips first, but long ones do not wait for ever. */
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

/** Seconds by which each megabyte lets others pass that come later: of a gigabyte, little more than an hour. */
const patience = 4

/** Whoever is due first goes first: the queue takes the highest number. In steps of four seconds, or it would not fit after 2037. */
export function transcodePriority(size: number, now: number): number {
  return -Math.round((now / 1000 + (patience * size) / 2 ** 20) / 4)
}

/** A file that came in crumbs, or into a bucket, may not have shown its beginning on the way. */
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
