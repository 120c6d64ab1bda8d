import { sql } from 'kysely'
import { transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { enqueueJobs } from '#server/platform/queue/queue.ts'
import { enqueueCompleteGroups } from './complete-groups.ts'
import { pieceEncodingJob } from './piece-jobs.ts'

/**
 * Enqueues the jobs for pieces that the queue has no job for, for example because the jobs ran out of retries
 * during an outage. This is only a safety net.
 */
export async function requeueForgottenPieces(): Promise<void> {
  await transaction(async (tx) => {
    const { rows } = await sql<{ content_id: string }>`select content_id from transcode_pieces
      where (state = 'waiting' or (state = 'encoding' and heartbeat_at < now() - interval '1 minute'))
      and not exists (select from pgboss.job where name = 'encode-pieces' and state < 'completed')`.execute(
      tx,
    )
    if (rows.length === 0) return
    await enqueueJobs(
      tx,
      pieceEncodingJob,
      rows.map(() => ({})),
    )
    log.warn('woke up the workers for forgotten pieces', { pieces: rows.length })
  })
  await requeueForgottenGroups()
}

async function requeueForgottenGroups(): Promise<void> {
  await transaction(async (tx) => {
    const { rows } = await sql<{
      content_id: string
      fence: number
    }>`select content_id, fence from transcode_pieces
      where not exists (select from pgboss.job where name = 'join-pieces' and state < 'completed'
        and data->>'contentId' = transcode_pieces.content_id::text)
      group by content_id, fence
      having bool_and(state in ('encoded', 'published')) or bool_or(rung_group = 'low')
        and bool_and(state in ('encoded', 'published')) filter (where rung_group in ('audio', 'low'))`.execute(
      tx,
    )
    for (const { content_id: contentId, fence } of rows)
      await enqueueCompleteGroups(tx, { contentId, fence, group: 'audio' })
  })
}
