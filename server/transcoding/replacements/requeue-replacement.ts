import { sql } from 'kysely'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { enqueueTranscode, replacementTranscodingJob } from '#server/uploads/complete-upload.ts'
import type { TranscodeAttempt } from '../transcode-attempt.ts'
import { isTranscodeAttemptStalled } from '../stalled-attempt.ts'
import { getSandboxRetryDelaySeconds } from '../media-tools/wait-for-sandbox.ts'
import { runInReplacementAttemptTransaction } from './replacement-attempt.ts'

/** Enqueues the transcode of a new file again. `delay` is in seconds. */
async function requeueReplacement(tx: Tx, contentId: string, delay = 0): Promise<void> {
  const upload = await tx
    .selectFrom('uploads')
    .select('file_size')
    .where('replaces_content_id', '=', contentId)
    .executeTakeFirst()
  if (upload) await enqueueTranscode(tx, contentId, upload.file_size, delay, replacementTranscodingJob)
}

/**
 * Returns the attempt to the queue because this process must stop. The attempt does not count as a failure.
 */
export async function requeueReplacementAttempt(run: TranscodeAttempt): Promise<void> {
  await runInReplacementAttemptTransaction(run, { changesItem: false }, async (tx) => {
    await tx
      .updateTable('stream_replacements')
      .set({ state: 'received', tries: run.tries - 1, started_at: null, eta_seconds: null })
      .where('content_id', '=', run.contentId)
      .execute()
    await requeueReplacement(tx, run.contentId)
  })
}

/**
 * Postpones the transcode of the new file until media can be decoded again. An attempt that has already
 * started does not count as a failure.
 */
export async function postponeReplacement(contentId: string, run?: TranscodeAttempt): Promise<void> {
  await transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('stream_replacements')
      .set({ waiting_for: 'sandbox', eta_seconds: null })
      .$if(run !== undefined, (query) =>
        query.set({ state: 'received', tries: run!.tries - 1, started_at: null }),
      )
      .where('content_id', '=', contentId)
      .where('state', 'in', ['received', 'encoding'])
      .$if(run !== undefined, (query) => query.where('fence', '=', run!.fence))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await requeueReplacement(tx, contentId, getSandboxRetryDelaySeconds())
  })
}

/** Matches replacements that have an unfinished job in the queue. */
export const hasQueuedReplacementJob = sql<boolean>`exists (select from pgboss.job where name = 'process-replacement'
  and state < 'completed' and data->>'contentId' = stream_replacements.content_id::text)`

/**
 * Requeues new files that no worker is processing. As with uploads (sweep-transcodes.ts), this function is
 * only a safety net, because the queue itself detects dead workers.
 */
export async function requeueStalledReplacements(now: number): Promise<void> {
  await transaction(async (tx) => {
    const silent = await tx
      .updateTable('stream_replacements')
      .set({ state: 'received', started_at: null })
      .where('state', 'in', ['received', 'encoding'])
      .where(isTranscodeAttemptStalled(now, hasQueuedReplacementJob))
      .returning('content_id')
      .execute()
    for (const { content_id } of silent) await requeueReplacement(tx, content_id)
    if (silent.length > 0) log.warn('requeued stalled replacements', { replacements: silent.length })
  })
}
