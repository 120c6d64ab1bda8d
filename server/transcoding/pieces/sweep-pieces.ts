import { sql } from 'kysely'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { transaction, type Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { enqueue, enqueueJobs } from '#server/platform/queue/queue.ts'
import { pieceEncodingJob, pieceJoiningJob } from './piece-jobs.ts'
import type { RungGroup } from './rung-groups.ts'

/** Matches pieces that belong to the current attempt of a video that still exists. */
function isCurrentPiece(tx: Tx) {
  const attempt = selectItemsWithoutAccessCheck(tx)
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .select('streams.id')
    .where('streams.content_id', '=', sql<string>`pieces.content_id`)
    .where('streams.fence', '=', sql<number>`pieces.fence`)
    .where('streams.state', '=', 'encoding')
    .where('content.deleted_at', 'is', null)
  return sql<boolean>`exists (${attempt})`
}

/**
 * Enqueues the jobs for pieces and groups that the queue has no job for, for example because the jobs ran out
 * of retries during an outage. This is only a safety net.
 */
export async function requeueForgottenPieces(): Promise<void> {
  await transaction(async (tx) => {
    const { rows } = await sql<{ content_id: string }>`select content_id from transcode_pieces as pieces
      where (state = 'waiting' or (state = 'encoding' and heartbeat_at < now() - interval '1 minute'))
      and ${isCurrentPiece(tx)}
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
    const { rows } = await sql<{ contentId: string; fence: number; group: RungGroup }>`
      select content_id as "contentId", fence, rung_group as "group" from transcode_pieces as pieces
      where rung_group <> 'audio' and ${isCurrentPiece(tx)}
      and not exists (select from pgboss.job where name = 'join-pieces' and state < 'completed'
        and data->>'contentId' = pieces.content_id::text)
      and not exists (select from transcode_pieces as audio where audio.content_id = pieces.content_id
        and audio.fence = pieces.fence and audio.rung_group = 'audio' and audio.state <> 'encoded')
      group by content_id, fence, rung_group
      having bool_and(state in ('encoded', 'published')) and (bool_or(storage_key is not null)
        or not exists (select from transcode_pieces as other where other.content_id = pieces.content_id
          and other.fence = pieces.fence and other.rung_group <> 'audio'
          and (other.state <> 'published' or other.storage_key is not null)))`.execute(tx)
    for (const group of rows) await enqueue(tx, pieceJoiningJob, group)
    if (rows.length > 0) log.warn('enqueued the publication of forgotten pieces', { groups: rows.length })
  })
}
