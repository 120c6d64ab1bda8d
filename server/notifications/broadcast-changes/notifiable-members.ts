import { type RawBuilder, sql } from 'kysely'
import { emitEvent } from '#server/domain-events.ts'
import { db, type Tx } from '#server/platform/db/db.ts'
import { mayBeNotifiedWithoutFollow } from '../notifications-without-follow.ts'
import { enqueuePushDeliveries } from '../push/push-job.ts'

export interface ScheduleChange {
  kind: 'broadcast_cancelled' | 'broadcast_rescheduled'
  contentId: string
  creatorId: string
}

/** The number of members that one transaction notifies. */
const batchSize = 500

/** Calls `notify` with the members who had set a reminder for a broadcast, in batches that are sorted by id. */
export async function forEachBatchOfReminders(
  {
    table,
    contentId,
    signal,
  }: {
    table: 'broadcast_reminders' | 'cancelled_broadcast_reminders'
    contentId: string
    signal: AbortSignal
  },
  notify: (userIds: string[]) => Promise<void>,
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    signal.throwIfAborted()
    const rows = await db
      .selectFrom(table)
      .select('user_id')
      .where('content_id', '=', contentId)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(batchSize)
      .execute()
    const ids = rows.map(({ user_id }) => user_id)
    await notify(ids)
    if (ids.length < batchSize) return
    after = ids.at(-1)!
  }
}

/**
 * Makes concurrent transactions that notify people about the same broadcast run one after the other, so that
 * each of them sees whom the others have notified.
 */
export async function lockFanOut(tx: Tx, contentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${contentId}, 7275))`.execute(tx)
}

/**
 * Selects the members who may be told about the change and want to be told, sorted by id. Locks their accounts, so
 * that the accounts cannot be erased in the meantime.
 */
export async function lockNotifiableMembers(
  tx: Tx,
  { kind, creatorId }: ScheduleChange,
  isPublic: RawBuilder<boolean>,
  userIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id from users
    left join follows on follows.follower_id = users.id and follows.followed_id = ${creatorId} and follows.state = 'approved'
    where users.id = any(${userIds}::uuid[]) and users.id <> ${creatorId}
      and (follows.follower_id is not null or ${mayBeNotifiedWithoutFollow(creatorId, isPublic)})
      and not exists (select from mutes where muter_id = users.id and muted_id = ${creatorId})
      and not exists (select from notification_opt_outs where user_id = users.id and kind = ${kind})
    order by users.id for key share of users`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Creates a notification for each of these members, or moves an unread one to the top of the list. A broadcast that
 * is rescheduled again replaces the earlier notification. Cancelled broadcasts of one creator share a notification,
 * because their items are erased.
 */
export async function insertScheduleChangeNotifications(
  tx: Tx,
  { kind, contentId, creatorId }: ScheduleChange,
  userIds: string[],
): Promise<void> {
  if (userIds.length === 0) return
  const itemId = kind === 'broadcast_rescheduled' ? contentId : null
  const { rows } = await sql<{ notification_id: string }>`
    with entry as (
      insert into notifications (user_id, kind, content_id, person_id)
      select user_id, ${kind}, ${itemId}::uuid, ${creatorId}::uuid
      from unnest(${userIds.toSorted()}::uuid[]) with ordinality member (user_id, nth) order by nth
      on conflict (user_id, kind, content_id, person_id) where read_at is null do update set created_at = excluded.created_at
      returning id, user_id
    )
    insert into notification_causes (user_id, kind, subject_id, actor_id, notification_id)
    select user_id, ${kind}, ${contentId}::uuid, ${creatorId}::uuid, id from entry
    on conflict (user_id, kind, subject_id, actor_id)
      do update set notification_id = excluded.notification_id, made_at = excluded.made_at
    returning notification_id`.execute(tx)
  await enqueuePushDeliveries(
    tx,
    rows.map(({ notification_id }) => notification_id),
  )
  await emitEvent(tx, { type: 'followers_notified', userIds: userIds.toSorted() })
}
