import { sql } from 'kysely'
import { broadcastLimits, minDelaySecondsAtAge } from '#contract/broadcasts/broadcast-limits.ts'
import type { OwnBroadcast, BroadcastSource } from '#contract/broadcasts/broadcasts.ts'
import type {
  createScheduledBroadcast,
  ScheduledBroadcast,
} from '#contract/broadcasts/scheduled-broadcasts.ts'
import { isGenreAllowedForUploadType } from '#contract/content/genres.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { checkContentText, emitContentTextHeld } from '#server/content/content-text-checks.ts'
import { emitEvent } from '#server/domain-events.ts'
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { lockOwnAccountRow } from '#server/auth/account-row-locks.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { insertDraft } from '#server/uploads/insert-draft.ts'
import { assertAccountOldEnough, assertDelayAllowed, assertMayBroadcast } from '../broadcast-permission.ts'
import { announceBroadcastChange } from '../end-broadcast.ts'
import { loadOwnBroadcast } from '../get-broadcast.ts'
import { assertCanStartBroadcast, insertBroadcast } from '../insert-broadcast.ts'
import { lockItem } from '../lock-item.ts'
import { deleteBroadcastItemInTransaction } from '../recording/queue-recording.ts'
import { loadScheduledBroadcast } from './scheduled-broadcasts.ts'

type ScheduleInput = ParsedInputOf<typeof createScheduledBroadcast>['body']

const { schedule } = broadcastLimits

/**
 * Schedules a broadcast for the member. Its item has a page and the stream status `live`, but there is no row in
 * `broadcasts` yet.
 */
export async function scheduleMemberBroadcast(
  viewer: Member,
  body: ScheduleInput,
): Promise<ScheduledBroadcast> {
  assertMayBroadcast(viewer)
  assertDelayAllowed(viewer, body.delay_seconds)
  if (!isGenreAllowedForUploadType('live', body.genre)) throw new ApiError('genre_unknown')
  assertStartTime(body.starts_at)
  enforceRateLimit('broadcasts', viewer.id)
  const { texts, held } = checkContentText(viewer, body, body.anyway)
  return transaction(async (tx) => {
    // The lock prevents concurrent requests from exceeding the limit.
    await lockOwnAccountRow(tx, viewer)
    await assertAccountOldEnough(tx, viewer.id)
    await assertBelowScheduleLimit(tx, viewer.id)
    const { starts_at, delay_seconds, ...details } = body
    const draft = await insertDraft(
      tx,
      viewer.id,
      { ...details, ...texts, tags: [], content_type: 'live' },
      held,
      'live',
    )
    if (held.length > 0) await emitContentTextHeld(tx, viewer, draft.id, held)
    await tx
      .insertInto('scheduled_broadcasts')
      .values({ content_id: draft.id, user_id: viewer.id, starts_at: new Date(starts_at), delay_seconds })
      .execute()
    return loadScheduledBroadcast(viewer, draft.id, tx)
  })
}

/** Changes the start time of the member's scheduled broadcast. Reminders are kept. */
export async function rescheduleOwnBroadcast(
  viewer: Member,
  id: string,
  startsAt: string,
): Promise<ScheduledBroadcast> {
  assertStartTime(startsAt)
  enforceRateLimit('schedules', viewer.id)
  return transaction(async (tx) => {
    await lockOwnScheduledBroadcast(tx, viewer, id)
    await tx
      .updateTable('scheduled_broadcasts')
      .set({ starts_at: new Date(startsAt) })
      .where('content_id', '=', id)
      .execute()
    await announceBroadcastChange(tx, id)
    await emitEvent(tx, { type: 'broadcast_rescheduled', contentId: id })
    return loadScheduledBroadcast(viewer, id, tx)
  })
}

/** Cancels the member's scheduled broadcast and deletes its page. */
export async function cancelOwnScheduledBroadcast(viewer: Member, id: string): Promise<undefined> {
  await transaction(async (tx) => {
    await lockOwnScheduledBroadcast(tx, viewer, id)
    await setScheduledBroadcastState(tx, id, 'cancelled')
    await deleteBroadcastItemInTransaction(tx, id, 'cancelled')
  })
}

/** Starts the member's scheduled broadcast. From then on, it is a broadcast like any other. */
export async function startOwnScheduledBroadcast(
  viewer: Member,
  id: string,
  source: BroadcastSource,
): Promise<OwnBroadcast> {
  return transaction(async (tx) => {
    const { delay_seconds: chosen } = await lockOwnScheduledBroadcast(tx, viewer, id)
    // The member's age may have been corrected since the delay was chosen.
    const delaySeconds = Math.max(chosen, minDelaySecondsAtAge(viewer.band))
    assertMayBroadcast(viewer)
    await assertCanStartBroadcast(tx, viewer)
    await setScheduledBroadcastState(tx, id, 'started')
    await insertBroadcast(tx, { contentId: id, userId: viewer.id, source, delaySeconds })
    await announceBroadcastChange(tx, id)
    return loadOwnBroadcast(viewer, id, tx)
  })
}

/**
 * Deletes the scheduled broadcasts that were not started within two hours of their start time. Several workers
 * may do this at the same time.
 */
export async function expireScheduledBroadcasts(): Promise<void> {
  const isExpired = sql<boolean>`(scheduled_broadcasts.state = 'scheduled'
    and starts_at < now() - make_interval(hours => ${schedule.expiresAfterHours}))`
  const expired = await db.selectFrom('scheduled_broadcasts').select('content_id').where(isExpired).execute()
  for (const { content_id: id } of expired)
    await transaction(async (tx) => {
      await lockItem(tx, id)
      const { numUpdatedRows } = await tx
        .updateTable('scheduled_broadcasts')
        .set({ state: 'expired' })
        .where('content_id', '=', id)
        .where(isExpired)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await deleteBroadcastItemInTransaction(tx, id, 'not_started')
    })
}

/**
 * Locks the item and then its scheduled broadcast, as `lockItem` requires. Throws `content_not_found` unless the
 * member has scheduled this broadcast, it has not started, and it was not taken down.
 */
async function lockOwnScheduledBroadcast(
  tx: Tx,
  viewer: Member,
  id: string,
): Promise<{ delay_seconds: number }> {
  await lockItem(tx, id)
  const own = await selectOwnItems(viewer.id, tx)
    .innerJoin('scheduled_broadcasts', 'scheduled_broadcasts.content_id', 'content.id')
    .select('scheduled_broadcasts.delay_seconds')
    .where('content.id', '=', id)
    .where('content.moderation', 'not in', ['removed', 'quarantined'])
    .where('scheduled_broadcasts.state', '=', 'scheduled')
    .forUpdate('scheduled_broadcasts')
    .executeTakeFirst()
  if (!own) throw new ApiError('content_not_found')
  return own
}

async function setScheduledBroadcastState(tx: Tx, id: string, state: 'started' | 'cancelled'): Promise<void> {
  await tx.updateTable('scheduled_broadcasts').set({ state }).where('content_id', '=', id).execute()
}

function assertStartTime(startsAt: string): void {
  const minutesAhead = (Date.parse(startsAt) - Date.now()) / 60_000
  // Allow a minute of tolerance: the form takes only whole minutes, and filling it in takes time.
  if (minutesAhead < schedule.minMinutesAhead - 1 || minutesAhead > schedule.maxDaysAhead * 24 * 60)
    throw new ApiError('broadcast_start_time')
}

async function assertBelowScheduleLimit(tx: Tx, userId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('scheduled_broadcasts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('state', '=', 'scheduled')
    .executeTakeFirstOrThrow()
  if (Number(count) >= schedule.maxScheduled) throw new ApiError('broadcast_too_many_scheduled')
}
