import { sql } from 'kysely'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import type { BroadcastEndReason } from '#contract/broadcasts/broadcasts.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { deleteBroadcastMedia, deleteCutMaterial } from '../delete-broadcast-media.ts'
import { discardRecording } from '../recording/discard-recording.ts'
import { endBroadcast } from '../end-broadcast.ts'
import { expireScheduledBroadcasts } from '../schedule/schedule-broadcast.ts'
import { deleteBroadcastItem, queueRecording } from '../recording/queue-recording.ts'

interface UnfinishedBroadcast {
  contentId: string
  playbackId: string
  /** The reason why the broadcast has to end now, or null if it can continue. */
  endsWith: BroadcastEndReason | null
  hasCutMaterial: boolean
  isRecordingDiscarded: boolean
  isRecordingDue: boolean
  isRecordingDone: boolean
  isMediaOutdated: boolean
}

/**
 * The parts of a broadcast are kept for this long after the recording is ready, so that viewers can finish
 * watching.
 */
const mediaRetentionMinutes = 10

/** Even without parts, a rejected broadcast is kept for this long, so that its creator can see the reason. */
const rejectionNoticeMinutes = 5

/**
 * Ends broadcasts that receive no data or are too long, deletes the delayed parts of broadcasts that were cut
 * off, and turns ended broadcasts into recordings. All workers run this function twice a second, so every step
 * must be safe to run twice.
 */
export async function runBroadcastChores(): Promise<void> {
  for (const broadcast of await listUnfinishedBroadcasts()) {
    const { contentId, endsWith } = broadcast
    if (endsWith) await transaction((tx) => endBroadcast(tx, contentId, endsWith))
    if (broadcast.hasCutMaterial) await deleteCutMaterial(broadcast)
    if (broadcast.isRecordingDiscarded) await discardRecording(contentId)
    if (broadcast.isRecordingDue) await queueRecording(broadcast)
    if (broadcast.isRecordingDone) await markRecordingDone(contentId)
    if (broadcast.isMediaOutdated) await deleteBroadcastMedia(broadcast)
  }
  await deleteBroadcastsWithoutData()
  await expireScheduledBroadcasts()
}

async function listUnfinishedBroadcasts(): Promise<UnfinishedBroadcast[]> {
  const { endsWithoutDataSeconds, endsWithoutStartSeconds, maxHours } = broadcastLimits
  const items = selectItemsWithoutAccessCheck().select([
    'id',
    'playback_id',
    'deleted_at',
    'stream_status',
    'updated_at',
  ])
  const { rows } = await sql<UnfinishedBroadcast>`
    select broadcasts.content_id as "contentId", item.playback_id as "playbackId",
      case when state = 'waiting' and broadcasts.created_at < now() - make_interval(secs => ${endsWithoutStartSeconds}) then 'no_data'
        when state = 'on_air' and last_data_at < now() - make_interval(secs => ${endsWithoutDataSeconds}) then 'no_data'
        when state = 'on_air' and started_at < now() - make_interval(hours => ${maxHours}) then 'too_long' end as "endsWith",
      (cut_at is not null and (exists (select from broadcast_parts where content_id = broadcasts.content_id and made_at > cut_at)
        or exists (select from broadcast_chunks where content_id = broadcasts.content_id))) as "hasCutMaterial",
      (recording_state = 'discarded') as "isRecordingDiscarded",
      (started_at is not null and packaged_at is not null and recording_state = 'none' and item.deleted_at is null
        and (ingest_lease_until is null or ingest_lease_until < clock_timestamp())
        and (cut_at is not null or ended_at + make_interval(secs => delay_seconds) < now()
          or exists (select from broadcast_parts where content_id = broadcasts.content_id))
        and (end_reason <> 'rejected' or ended_at < now() - make_interval(mins => ${rejectionNoticeMinutes}))) as "isRecordingDue",
      (recording_state = 'queued' and item.stream_status <> 'live') as "isRecordingDone",
      (recording_state = 'done' and item.stream_status = 'ready' and item.updated_at < now() - make_interval(mins => ${mediaRetentionMinutes})) as "isMediaOutdated"
    from broadcasts join (${items}) item on item.id = broadcasts.content_id
    where media_deleted_at is null`.execute(db)
  return rows
}

async function markRecordingDone(contentId: string): Promise<void> {
  await db
    .updateTable('broadcasts')
    .set({ recording_state: 'done' })
    .where('content_id', '=', contentId)
    .where('recording_state', '=', 'queued')
    .execute()
}

/** Deletes the items of broadcasts that ended before any data arrived. */
async function deleteBroadcastsWithoutData(): Promise<void> {
  const empty = await db
    .selectFrom('broadcasts')
    .select('content_id')
    .where('state', '=', 'ended')
    .where('started_at', 'is', null)
    .where('media_deleted_at', 'is', null)
    .execute()
  for (const { content_id } of empty) await deleteBroadcastItem(content_id, 'not_started')
}
