import { sql } from 'kysely'
import { config } from '#server/platform/config.ts'
import { transaction } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { transcriptionJob } from './automatic-captions-job.ts'

/** Matches rows of `automatic_captions` that have an unfinished job in the queue. */
const hasQueuedJob = sql<boolean>`exists (select from pgboss.job where name = 'caption-video' and state < 'completed'
  and data->>'contentId' = automatic_captions.content_id::text)`

/**
 * Enqueues videos whose transcription is unfinished and has no job in the queue. The queue gives up on a job
 * if the sandbox or the speech model is missing for a long time.
 */
export async function requeueTranscriptions(): Promise<void> {
  if (!config.captionsModel) return
  await transaction(async (tx) => {
    const rows = await tx
      .selectFrom('automatic_captions')
      .select('content_id')
      .where('state', '=', 'running')
      .where((row) => row.not(hasQueuedJob))
      .limit(1000)
      .forUpdate()
      .execute()
    for (const { content_id } of rows) await enqueue(tx, transcriptionJob, { contentId: content_id })
  })
}
