import type { Tx } from '#server/platform/db/db.ts'
import { enqueueTranscode } from '#server/uploads/complete-upload.ts'
import { publishStreamStatus } from './stream-status.ts'

/** Enqueues the transcode of an item again. `delay` is in seconds. */
export async function requeueTranscode(tx: Tx, contentId: string, delay = 0): Promise<void> {
  const { file_size } = await tx
    .selectFrom('uploads')
    .select('file_size')
    .where('content_id', '=', contentId)
    .executeTakeFirstOrThrow()
  await enqueueTranscode(tx, contentId, file_size, delay)
  await publishStreamStatus(tx, contentId)
}
