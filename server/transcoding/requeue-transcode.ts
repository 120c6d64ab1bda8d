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

/** Makes the upload wait for another attempt. The current attempt does not count. */
export async function returnUncountedAttempt(
  tx: Tx,
  { contentId, tries }: { contentId: string; tries: number },
): Promise<void> {
  await tx
    .updateTable('streams')
    .set({ state: 'received', tries: tries - 1, started_at: null, eta_seconds: null })
    .where('content_id', '=', contentId)
    .execute()
}
