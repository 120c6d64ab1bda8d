import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import { announce } from '../events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { enqueue } from '../platform/queue.ts'
import { itemsAtWork } from '../safety/items.ts'
import { apart } from '../safety/profile.ts'
import { hushedUntil } from '../wellbeing/hush.ts'
import { type News, ring } from './ring.ts'

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

/**
 * Makes the entry, or adds to the one that is still unread; in quiet hours not before they end, so that all of it comes at
 * once. Run twice, it changes nothing the second time.
 */
export function make(news: News): Promise<void> {
  return transaction(async (tx) => {
    const userId = news.contentId ? await ownerOf(tx, news.contentId) : await stillHere(tx, news.userId!)
    if (!userId || userId === news.cause?.actorId) return
    if (await isOff(tx, userId, news.kind)) return
    if (news.cause && (await areApart(tx, userId, news.cause.actorId))) return
    const later = canWait[news.kind] ? await hushedUntil(tx, userId) : null
    if (later) return enqueue(tx, ring, news, { startAfter: later })
    const isNew = news.cause ? await addCause(tx, userId, news) : await addOutcome(tx, userId, news)
    if (isNew) await announce(tx, { what: 'bell_changed', userId })
  })
}

/** Held for the length of the transaction, so that the item is not erased under its new entry. */
async function ownerOf(tx: Tx, contentId: string): Promise<string | undefined> {
  const item = await itemsAtWork(tx)
    .select('user_id')
    .where('id', '=', contentId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return item?.user_id
}

async function stillHere(tx: Tx, userId: string): Promise<string | undefined> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirst()
  return user?.id
}

/** Blocked, or muted by the one who would be told. */
async function areApart(tx: Tx, userId: string, actorId: string): Promise<boolean> {
  const { rows } = await sql<{
    apart: boolean
  }>`select ${apart(userId, sql`${actorId}::uuid`)} as apart`.execute(tx)
  return rows[0]!.apart
}

export async function isOff(tx: Tx, userId: string, kind: NotificationKind): Promise<boolean> {
  const off = await tx
    .selectFrom('notification_switches')
    .select('kind')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return off !== undefined
}

/** Of one thing done by one person the bell rings once, also when it is undone and done again. */
async function addCause(tx: Tx, userId: string, news: News): Promise<boolean> {
  const { actorId, subjectId } = news.cause!
  const known = await tx
    .selectFrom('users')
    .leftJoin('notification_causes as cause', (on) =>
      on
        .onRef('cause.actor_id', '=', 'users.id')
        .on('cause.user_id', '=', userId)
        .on('cause.kind', '=', news.kind)
        .on('cause.subject_id', '=', subjectId),
    )
    .select('cause.notification_id')
    .where('users.id', '=', actorId)
    .forKeyShare('users')
    .executeTakeFirst()
  if (!known || known.notification_id) return false
  const added = await tx
    .insertInto('notification_causes')
    .values({
      user_id: userId,
      kind: news.kind,
      subject_id: subjectId,
      actor_id: actorId,
      notification_id: await openEntry(tx, userId, news),
      made_at: new Date(news.at),
    })
    .onConflict((row) => row.doNothing())
    .returning('actor_id')
    .executeTakeFirst()
  return added !== undefined
}

const outcomes: NotificationKind[] = ['upload_ready', 'upload_failed']

/** How an upload ended stands in one entry: what a later try brings takes the place of the earlier. */
async function addOutcome(tx: Tx, userId: string, news: News): Promise<boolean> {
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
  await openEntry(tx, userId, news)
  return true
}

/** The unread entry of this kind and subject, which moves up; a new one when there is none. */
async function openEntry(tx: Tx, userId: string, { kind, contentId, at, ...news }: News): Promise<string> {
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
