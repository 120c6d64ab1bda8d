import { sql } from 'kysely'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
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
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { lockOwnAccountRow } from '#server/auth/account-row-locks.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { insertDraft } from '#server/uploads/insert-draft.ts'
import { assertAccountOldEnough, assertMayBroadcast } from '../broadcast-permission.ts'
import { announceBroadcastChange } from '../end-broadcast.ts'
import { loadOwnBroadcast } from '../get-broadcast.ts'
import { assertCanStartBroadcast, insertBroadcast } from '../insert-broadcast.ts'
import { lockItem } from '../lock-item.ts'
import { deleteBroadcastItemInTransaction } from '../queue-recording.ts'
import { loadScheduledBroadcast } from './scheduled-broadcasts.ts'

type ScheduleInput = ParsedInputOf<typeof createScheduledBroadcast>['body']

const { schedule } = broadcastLimits

/** Announces a broadcast of the member. Its item has the status `live`, but no broadcast yet. */
export async function scheduleMemberBroadcast(
  viewer: Member,
  body: ScheduleInput,
): Promise<ScheduledBroadcast> {
  assertMayBroadcast(viewer)
  if (!isGenreAllowedForUploadType('live', body.genre)) throw new ApiError('genre_unknown')
  assertStartTime(body.starts_at)
  enforceRateLimit('broadcasts', viewer.id)
  const { texts, held } = checkContentText(viewer, body, body.anyway)
  return transaction(async (tx) => {
    // Because of the lock, concurrent requests cannot exceed the limit together.
    await lockOwnAccountRow(tx, viewer)
    await assertAccountOldEnough(tx, viewer.id)
    await assertBelowScheduleLimit(tx, viewer.id)
    const { starts_at, ...details } = body
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
      .values({ content_id: draft.id, user_id: viewer.id, starts_at: new Date(starts_at) })
      .execute()
    return loadScheduledBroadcast(viewer, draft.id, tx)
  })
}

/** Changes the time. People with a reminder keep it. */
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
    return loadScheduledBroadcast(viewer, id, tx)
  })
}

/** Cancels the member's announced broadcast. Its page is deleted. */
export async function cancelOwnScheduledBroadcast(viewer: Member, id: string): Promise<undefined> {
  await transaction(async (tx) => {
    await lockOwnScheduledBroadcast(tx, viewer, id)
    await setState(tx, id, 'ended')
    await deleteBroadcastItemInTransaction(tx, id)
  })
}

/** Starts the member's announced broadcast. It then is a broadcast like any other. */
export async function startOwnScheduledBroadcast(
  viewer: Member,
  id: string,
  source: BroadcastSource,
): Promise<OwnBroadcast> {
  return transaction(async (tx) => {
    await lockOwnScheduledBroadcast(tx, viewer, id)
    assertMayBroadcast(viewer)
    await assertCanStartBroadcast(tx, viewer)
    await setState(tx, id, 'started')
    await insertBroadcast(tx, { contentId: id, userId: viewer.id, source })
    await announceBroadcastChange(tx, id)
    return loadOwnBroadcast(viewer, id, tx)
  })
}

/** Deletes the announced broadcasts that were not started within two hours. Every worker may do this. */
export async function expireScheduledBroadcasts(): Promise<void> {
  const isOverdue = sql<boolean>`(scheduled_broadcasts.state = 'announced'
    and starts_at < now() - make_interval(hours => ${schedule.expiresAfterHours}))`
  const overdue = await db.selectFrom('scheduled_broadcasts').select('content_id').where(isOverdue).execute()
  for (const { content_id: id } of overdue)
    await transaction(async (tx) => {
      await lockItem(tx, id)
      const { numUpdatedRows } = await tx
        .updateTable('scheduled_broadcasts')
        .set({ state: 'ended' })
        .where('content_id', '=', id)
        .where(isOverdue)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await deleteBroadcastItemInTransaction(tx, id)
    })
}

/** Locks the item first, as `lockItem` explains. Throws `content_not_found` if there is nothing to start. */
async function lockOwnScheduledBroadcast(tx: Tx, viewer: Member, id: string): Promise<void> {
  await lockItem(tx, id)
  const own = await selectOwnItems(viewer.id, tx)
    .innerJoin('scheduled_broadcasts', 'scheduled_broadcasts.content_id', 'content.id')
    .select('content.id')
    .where('content.id', '=', id)
    .where('content.moderation', 'not in', ['removed', 'quarantined'])
    .where('scheduled_broadcasts.state', '=', 'announced')
    .forUpdate('scheduled_broadcasts')
    .executeTakeFirst()
  if (!own) throw new ApiError('content_not_found')
}

async function setState(tx: Tx, id: string, state: 'started' | 'ended'): Promise<void> {
  await tx.updateTable('scheduled_broadcasts').set({ state }).where('content_id', '=', id).execute()
}

function assertStartTime(startsAt: string): void {
  const minutes = (Date.parse(startsAt) - Date.now()) / 60_000
  // A minute of tolerance, because people choose whole minutes and need time to fill in the form.
  if (minutes < schedule.minMinutesAhead - 1 || minutes > schedule.maxDaysAhead * 24 * 60)
    throw new ApiError('broadcast_start_time')
}

async function assertBelowScheduleLimit(tx: Tx, userId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('scheduled_broadcasts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('state', '=', 'announced')
    .executeTakeFirstOrThrow()
  if (Number(count) >= schedule.maxScheduled) throw new ApiError('broadcast_too_many_scheduled')
}
