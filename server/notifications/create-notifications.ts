import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import { emitEvent } from '../events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { enqueueAll } from '#server/platform/queue/queue.ts'
import { selectItemsUnchecked } from '#server/access-policy/items.ts'
import { isBlockedOrMuted } from '#server/access-policy/visible-profiles.ts'
import { loadQuietUntil } from '#server/wellbeing/user-quiet-hours.ts'
import { type NotificationTrigger, createNotificationJob } from './notification-job.ts'

/** Whether news of a kind can wait until one's quiet hours are over. What is about one's account or safety cannot. */
const canWait: Record<NotificationKind, boolean> = {
  upload_ready: true,
  upload_failed: true,
  comment: true,
  like: true,
  export_ready: false,
  turned_twenty: false,
  decision: false,
  follow_request: true,
  new_follower: true,
  follow_approved: true,
}

/** Makes the entries of many news, those that gather in one entry together: a video that everybody likes rings once for all of them. */
export async function createNotifications(many: NotificationTrigger[]): Promise<void> {
  const gathered = Map.groupBy(many, (news) =>
    news.cause && !news.byPerson ? `${news.kind} ${news.contentId} ${news.userId}` : news,
  )
  for (const these of gathered.values()) await createNotification(these as NotificationGroup)
}

/** Of one entry. */
type NotificationGroup = [NotificationTrigger, ...NotificationTrigger[]]

/**
 * Makes the entry, or adds to the one that is still unread; in quiet hours not before they end, so that all of it comes at
 * once. Run twice, it changes nothing the second time.
 */
export function createNotification(these: NotificationGroup): Promise<void> {
  const [{ kind, contentId, ...first }] = these
  return transaction(async (tx) => {
    const userId = contentId ? await lockContentOwner(tx, contentId) : await lockUser(tx, first.userId!)
    if (!userId || (await isNotificationKindOff(tx, userId, kind))) return
    const wanted = first.cause ? await excludeBlockedActors(tx, userId, these) : these
    if (wanted.length === 0) return
    const later = canWait[kind] ? await loadQuietUntil(tx, userId) : null
    if (later) return enqueueAll(tx, createNotificationJob, wanted, { startAfter: later })
    const isNew = first.cause
      ? await addNotificationCauses(tx, userId, wanted)
      : await replaceUploadOutcome(tx, userId, these[0])
    if (isNew) await emitEvent(tx, { what: 'bell_changed', userId })
  })
}

/** Held for the length of the transaction, so that the item is not erased under its new entry. */
async function lockContentOwner(tx: Tx, contentId: string): Promise<string | undefined> {
  const item = await selectItemsUnchecked(tx)
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

/** Not one's own doing, nor that of people who are blocked, or muted by the one who would be told. */
async function excludeBlockedActors(
  tx: Tx,
  userId: string,
  these: NotificationTrigger[],
): Promise<NotificationTrigger[]> {
  const actors = these.map(({ cause }) => cause!.actorId)
  const { rows } = await sql<{ actor: string }>`select actor from unnest(${actors}::uuid[]) as actor
    where actor <> ${userId} and not ${isBlockedOrMuted(userId, sql.ref('actor'))}`.execute(tx)
  const heard = new Set(rows.map(({ actor }) => actor))
  return these.filter(({ cause }) => heard.has(cause!.actorId))
}

export async function isNotificationKindOff(
  tx: Tx,
  userId: string,
  kind: NotificationKind,
): Promise<boolean> {
  const off = await tx
    .selectFrom('notification_switches')
    .select('kind')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return off !== undefined
}

/** Of one thing done by one person the bell rings once, also when it is undone and done again. */
async function addNotificationCauses(tx: Tx, userId: string, these: NotificationTrigger[]): Promise<boolean> {
  const fresh = await excludeKnownCauses(tx, userId, these)
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

/** Those of which the bell has not rung yet. Who did them is held, so as not to be erased under the new entry. */
async function excludeKnownCauses(
  tx: Tx,
  userId: string,
  these: NotificationTrigger[],
): Promise<NotificationTrigger[]> {
  const { rows } = await sql<{ at: number }>`
    select news.at::int from unnest(
      ${these.map(({ cause }) => cause!.actorId)}::uuid[], ${these.map(({ cause }) => cause!.subjectId)}::uuid[])
      with ordinality as news (actor_id, subject_id, at)
    join users on users.id = news.actor_id
    where not exists (select from notification_causes cause where cause.user_id = ${userId} and cause.kind = ${these[0]!.kind}
      and cause.actor_id = news.actor_id and cause.subject_id = news.subject_id)
    order by users.id for key share of users`.execute(tx)
  return rows.map(({ at }) => these[at - 1]!)
}

const outcomes: NotificationKind[] = ['upload_ready', 'upload_failed']

/** How an upload ended stands in one entry: what a later try brings takes the place of the earlier. */
async function replaceUploadOutcome(tx: Tx, userId: string, news: NotificationTrigger): Promise<boolean> {
  const at = new Date(news.at)
  const ofItem = { user_id: userId, content_id: news.contentId }
  const told = await tx
    .selectFrom('notifications')
    .select('id')
    .where((row) => row.and(ofItem))
    .where('kind', 'in', outcomes)
    .where('created_at', '>=', at)
    .executeTakeFirst()
  if (told) return false
  await tx
    .deleteFrom('notifications')
    .where((row) => row.and(ofItem))
    .where('kind', 'in', outcomes)
    .execute()
  await upsertUnreadNotification(tx, userId, news)
  return true
}

/** The unread entry of this kind and subject, which moves up; a new one when there is none. */
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
  return id
}
