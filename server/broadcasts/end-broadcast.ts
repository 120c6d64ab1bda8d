import { sql } from 'kysely'
import type { BroadcastEndReason, OwnBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectItemsWithoutAccessCheck, selectOwnItems } from '#server/access-policy/content-queries.ts'
import { type DomainEvent, emitEvent } from '#server/domain-events.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { sendSignal } from '#server/platform/live-updates/signals.ts'
import { broadcastWorkSignal, signalBroadcastChange } from './broadcast-signals.ts'
import { cutTimeSql } from './recording/cut-point.ts'
import { loadOwnBroadcast } from './get-broadcast.ts'
import { lockItem } from './lock-item.ts'

/**
 * Ends the member's own broadcast. With `isCut`, viewers never receive the parts that are still delayed. A
 * broadcast that has already ended can still be cut off; otherwise, the call changes nothing.
 */
export async function endOwnBroadcast(viewer: Member, id: string, isCut: boolean): Promise<OwnBroadcast> {
  return transaction(async (tx) => {
    const own = await selectOwnItems(viewer.id, tx)
      .innerJoin('broadcasts', 'broadcasts.content_id', 'content.id')
      .select('content.id')
      .where('content.id', '=', id)
      .executeTakeFirst()
    if (!own) throw new ApiError('content_not_found')
    await endBroadcast(tx, id, 'creator', { isCut })
    return loadOwnBroadcast(viewer, id, tx)
  })
}

/**
 * Ends a broadcast, unless it has already ended. With `isCut`, the parts that are still delayed are never served:
 * viewers can load only parts that were stored no later than `cut_at` (recording/cut-point.ts). Players may already have loaded
 * some later parts (hold-back.ts), but the server does not serve these parts again. Because of the row lock, a
 * concurrent visibility check of a part (playback/find-visible-parts.ts) waits. Returns whether anything changed.
 */
export async function endBroadcast(
  tx: Tx,
  contentId: string,
  reason: BroadcastEndReason,
  { isCut = false, detail = null as string | null } = {},
): Promise<boolean> {
  await lockItem(tx, contentId)
  const row = await tx
    .selectFrom('broadcasts')
    .select(['state', 'cut_at'])
    .where('content_id', '=', contentId)
    .forUpdate()
    .executeTakeFirst()
  if (!row || (row.state === 'ended' && (!isCut || row.cut_at))) return false
  const { numUpdatedRows } = await tx
    .updateTable('broadcasts')
    .$if(row.state !== 'ended', (query) =>
      query.set({
        state: 'ended',
        ended_at: sql<Date>`statement_timestamp()`,
        end_reason: reason,
        end_detail: detail,
      }),
    )
    .$if(isCut, (query) =>
      query.set({
        cut_at: cutTimeSql(contentId),
        packaged_at: sql<Date>`statement_timestamp()`,
        recording_state: sql`case recording_state when 'queued' then 'discarded' else recording_state end`,
        // A worker that is joining the parts loses its claim, because its file contains parts that were cut.
        ingest_fence: sql<number>`ingest_fence + 1`,
        ingest_lease_until: null,
      }),
    )
    .where('content_id', '=', contentId)
    .where(isCut ? canStillBeCut : hasNoRecording)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await announceBroadcastChange(tx, contentId, { isCut })
  return true
}

const hasNoRecording = sql<boolean>`recording_state = 'none'`

/** While a part is delayed, the recording is not published yet (recording/queue-recording.ts), so it can be made again. */
const canStillBeCut = sql<boolean>`(${hasNoRecording} or (recording_state = 'queued' and exists (
  select from broadcast_parts parts where parts.content_id = broadcasts.content_id
    and parts.made_at + make_interval(secs => delay_seconds) > clock_timestamp())))`

/** Tells workers, players and open pages that a broadcast has started, ended or been rescheduled. */
export async function announceBroadcastChange(
  tx: Tx,
  contentId: string,
  { isCut = false } = {},
): Promise<void> {
  await signalBroadcastChange(tx, contentId)
  await sendSignal(tx, broadcastWorkSignal)
  await emitEvent(tx, { type: 'broadcast_changed', contentId, isCut })
}

/** Ends and cuts off the broadcast when its item is deleted or taken down. */
export async function endBroadcastOfHiddenItem(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== 'content_removed' && event.type !== 'content_visibility_changed') return
  const item = await selectItemsWithoutAccessCheck(tx)
    .select(['moderation', 'deleted_at'])
    .where('id', '=', event.contentId)
    .where('stream_status', '=', 'live')
    .executeTakeFirst()
  if (!item) return
  const isTakenDown = ['held', 'removed', 'quarantined'].includes(item.moderation)
  if (item.deleted_at) await endBroadcast(tx, event.contentId, 'creator', { isCut: true })
  else if (isTakenDown) await endBroadcast(tx, event.contentId, 'moderator', { isCut: true })
}
