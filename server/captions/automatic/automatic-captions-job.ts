import { sql } from 'kysely'
import { type DomainEvent, emitEvent } from '#server/domain-events.ts'
import { config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { defineJob, enqueue } from '#server/platform/queue/queue.ts'

/**
 * Transcribes the next part of a video. Each part is a separate job: a killed worker loses at most one part,
 * and long videos take turns with other videos. The job sets its own time limit, because it gets only the CPU
 * time that other work leaves unused.
 */
export const transcriptionJob = defineJob<{ contentId: string }>(
  'caption-video',
  { retryLimit: 10, retryDelay: 30 },
  { limitsItself: true },
)

/**
 * Requests automatic captions for a video whose transcoding is complete. Does nothing if this site has no
 * speech model, or if captions were already requested for the same file.
 */
export async function requestAutomaticCaptions(tx: Tx, contentId: string): Promise<void> {
  if (!config.captionsModel) return
  const requested = await tx
    .insertInto('automatic_captions')
    .columns(['content_id', 'fence'])
    .expression(tx.selectFrom('streams').select(['content_id', 'fence']).where('content_id', '=', contentId))
    .onConflict((row) =>
      row
        .column('content_id')
        .doUpdateSet((on) => ({
          state: 'running',
          position_ms: 0,
          cues: '[]',
          language: null,
          tries: 0,
          fence: on.ref('excluded.fence'),
          updated_at: sql<Date>`now()`,
        }))
        .whereRef('automatic_captions.fence', '<>', 'excluded.fence'),
    )
    .returning('content_id')
    .executeTakeFirst()
  if (requested) await enqueue(tx, transcriptionJob, { contentId })
}

/**
 * Makes new automatic captions after a new file has replaced the file of a video. `swapInReplacement`
 * replaces the text tracks that were found in the video's earlier file.
 */
export async function restartAutomaticCaptions(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== 'replacement_ready') return
  const { contentId } = event
  const { numDeletedRows } = await tx
    .deleteFrom('captions')
    .where('content_id', '=', contentId)
    .where('source', '=', 'automatic')
    .executeTakeFirst()
  if (numDeletedRows > 0) await emitEvent(tx, { type: 'captions_changed', contentId })
  await requestAutomaticCaptions(tx, contentId)
}
