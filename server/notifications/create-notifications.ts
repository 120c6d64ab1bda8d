import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import { emitEvent } from '#server/domain-events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { enqueueJobs } from '#server/platform/queue/queue.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { isBlockedOrMuted } from '#server/access-policy/visible-profiles.ts'
import { loadQuietHoursEnd } from '#server/wellbeing/user-quiet-hours.ts'
import { enqueuePushDeliveries } from './push/push-job.ts'
import { filterNotifiableMentions, listAlreadyNotifiedComments } from './mention-notifications.ts'
import { type NotificationTrigger, notificationJob } from './notification-job.ts'
import { isNotificationKindDisabled } from './notification-preferences.ts'

/**
 * Whether notifications of a kind can wait until the user's quiet hours end. Notifications about the account
 * or about safety are sent immediately.
 */
const canWait: Record<NotificationKind, boolean> = {
  upload_ready: true,
  upload_failed: true,
  replacement_ready: true,
  replacement_failed: true,
  comment: true,
  reply: true,
  mention: true,
  like: true,
  export_ready: false,
  turned_twenty: false,
  decision: false,
  follow_request: true,
  new_follower: true,
  follow_approved: true,
  new_video: true,
  broadcast_cancelled: true,
  broadcast_rescheduled: true,
}

/**
 * Creates the notifications for several events. Events that belong to the same notification are processed
 * together, so that many likes of a popular video update the notification only once.
 */
export async function createNotifications(triggers: NotificationTrigger[]): Promise<void> {
  const groups = Map.groupBy(triggers, (news) =>
    news.cause && !news.byPerson ? `${news.kind} ${news.contentId} ${news.userId}` : news,
  )
  for (const group of groups.values()) {
    const wanted = group[0]!.kind === 'mention' ? await filterNotifiableMentions(group) : group
    if (wanted.length > 0) await createNotification(wanted as NotificationGroup)
  }
}

/** A group of events that belong to the same notification. */
type NotificationGroup = [NotificationTrigger, ...NotificationTrigger[]]

/**
 * Creates a notification, or adds to the existing unread one. During the user's quiet hours, the notification
 * is postponed until they end. Idempotent.
 */
export function createNotification(group: NotificationGroup): Promise<void> {
  const [{ kind, contentId, ...first }] = group
  return transaction(async (tx) => {
    const userId = await lockRecipient(tx, contentId, first.userId)
    if (!userId || (await isNotificationKindDisabled(tx, userId, kind))) return
    const wanted = first.cause ? await excludeUnwantedCauses(tx, userId, group) : group
    if (wanted.length === 0) return
    const later = canWait[kind] ? await loadQuietHoursEnd(tx, userId) : null
    if (later) return enqueueJobs(tx, notificationJob, wanted, { startAfter: later })
    const isNew = first.cause
      ? await addNotificationCauses(tx, userId, wanted)
      : await replaceUploadOutcome(tx, userId, group[0])
    if (isNew) await emitEvent(tx, { type: 'notifications_changed', userId })
  })
}

/**
 * Returns the id of the person to notify: `userId`, or by default the item's owner. Returns undefined if the
 * item or the person no longer exists.
 */
async function lockRecipient(
  tx: Tx,
  contentId: string | null,
  userId: string | undefined,
): Promise<string | undefined> {
  const ownerId = contentId ? await lockContentOwner(tx, contentId) : undefined
  if (contentId && !ownerId) return undefined
  return userId === undefined ? ownerId : lockUser(tx, userId)
}

/**
 * Locks the item until the transaction ends, so that the item cannot be erased while a notification about it
 * is created.
 */
async function lockContentOwner(tx: Tx, contentId: string): Promise<string | undefined> {
  const item = await selectItemsWithoutAccessCheck(tx)
    .select('user_id')
    .where('id', '=', contentId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return item?.user_id
}

async function lockUser(tx: Tx, userId: string): Promise<string | undefined> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirst()
  return user?.id
}

/**
 * Removes events caused by the user, by people whom the user has muted, and by people who have blocked the
 * user or are blocked by the user. Also removes comments that cause a more specific notification, such as a
 * reply or a mention.
 */
async function excludeUnwantedCauses(
  tx: Tx,
  userId: string,
  group: NotificationTrigger[],
): Promise<NotificationTrigger[]> {
  const actors = group.map(({ cause }) => cause!.actorId)
  const { rows } = await sql<{ actor: string }>`select actor from unnest(${actors}::uuid[]) as actor
    where actor <> ${userId} and not ${isBlockedOrMuted(userId, sql.ref('actor'))}`.execute(tx)
  const allowed = new Set(rows.map(({ actor }) => actor))
  const known = await listAlreadyNotifiedComments(tx, userId, group)
  return group.filter(({ cause }) => allowed.has(cause!.actorId) && !known.has(cause!.subjectId))
}

/**
 * Adds causes (who did what) to a notification. Each action by a person causes only one notification, even if
 * the person undoes and repeats the action.
 */
async function addNotificationCauses(tx: Tx, userId: string, group: NotificationTrigger[]): Promise<boolean> {
  const fresh = await excludeKnownCauses(tx, userId, group)
  const newest = fresh.toSorted((a, b) => b.at.localeCompare(a.at))[0]
  if (!newest) return false
  const notification_id = await upsertUnreadNotification(tx, userId, newest)
  const added = await tx
    .insertInto('notification_causes')
    .values(
      fresh.map(({ kind, at, cause }) => ({
        user_id: userId,
        kind,
        subject_id: cause!.subjectId,
        actor_id: cause!.actorId,
        notification_id,
        made_at: new Date(at),
      })),
    )
    .onConflict((row) => row.doNothing())
    .returning('actor_id')
    .execute()
  return added.length > 0
}

/**
 * Removes the events whose cause already belongs to an earlier notification. Locks the actors, so that they
 * cannot be erased while the notification is created.
 */
async function excludeKnownCauses(
  tx: Tx,
  userId: string,
  group: NotificationTrigger[],
): Promise<NotificationTrigger[]> {
  const { rows } = await sql<{ at: number }>`
    select news.at::int from unnest(
      ${group.map(({ cause }) => cause!.actorId)}::uuid[], ${group.map(({ cause }) => cause!.subjectId)}::uuid[])
      with ordinality as news (actor_id, subject_id, at)
    join users on users.id = news.actor_id
    where not exists (select from notification_causes cause where cause.user_id = ${userId} and cause.kind = ${group[0]!.kind}
      and cause.actor_id = news.actor_id and cause.subject_id = news.subject_id)
    order by users.id for key share of users`.execute(tx)
  return rows.map(({ at }) => group[at - 1]!)
}

const outcomes: NotificationKind[] = [
  'upload_ready',
  'upload_failed',
  'replacement_ready',
  'replacement_failed',
]

/**
 * Keeps one notification per video: the outcome of a later processing attempt, or of a new file, replaces the
 * earlier outcome.
 */
async function replaceUploadOutcome(tx: Tx, userId: string, news: NotificationTrigger): Promise<boolean> {
  const at = new Date(news.at)
  const ofItem = { user_id: userId, content_id: news.contentId }
  const newer = await tx
    .selectFrom('notifications')
    .select('id')
    .where((row) => row.and(ofItem))
    .where('kind', 'in', outcomes)
    .where('created_at', '>=', at)
    .executeTakeFirst()
  if (newer) return false
  await tx
    .deleteFrom('notifications')
    .where((row) => row.and(ofItem))
    .where('kind', 'in', outcomes)
    .execute()
  await upsertUnreadNotification(tx, userId, news)
  return true
}

/**
 * If there is an unread notification of this kind about this subject, moves it to the top of the list. If no
 * unread notification exists, creates a new notification. Returns the notification's id.
 */
async function upsertUnreadNotification(
  tx: Tx,
  userId: string,
  { kind, contentId, at, ...news }: NotificationTrigger,
): Promise<string> {
  const person_id = news.byPerson ? news.cause!.actorId : null
  const { id } = await tx
    .insertInto('notifications')
    .values({ user_id: userId, kind, content_id: contentId, person_id, created_at: new Date(at) })
    .onConflict((row) =>
      row
        .columns(['user_id', 'kind', 'content_id', 'person_id'])
        .where('read_at', 'is', null)
        .doUpdateSet({ created_at: sql`greatest(notifications.created_at, excluded.created_at)` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueuePushDeliveries(tx, [id])
  return id
}
