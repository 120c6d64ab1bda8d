import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import { announce } from '../events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { enqueueAll } from '../platform/queue.ts'
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

/** Makes the entries of many news, those that gather in one entry together: a video that everybody likes rings once for all of them. */
export async function makeAll(many: News[]): Promise<void> {
  const gathered = Map.groupBy(many, (news) =>
    news.cause && !news.byPerson ? `${news.kind} ${news.contentId} ${news.userId}` : news,
  )
  for (const these of gathered.values()) await make(these as Gathered)
}

/** Of one entry. */
type Gathered = [News, ...News[]]

/**
 * Makes the entry, or adds to the one that is still unread; in quiet hours not before they end, so that all of it comes at
 * once. Run twice, it changes nothing the second time.
 */
export function make(these: Gathered): Promise<void> {
  const [{ kind, contentId, ...first }] = these
  return transaction(async (tx) => {
    const userId = contentId ? await ownerOf(tx, contentId) : await stillHere(tx, first.userId!)
    if (!userId || (await isOff(tx, userId, kind))) return
    const wanted = first.cause ? await ofOthers(tx, userId, these) : these
    if (wanted.length === 0) return
    const later = canWait[kind] ? await hushedUntil(tx, userId) : null
    if (later) return enqueueAll(tx, ring, wanted, { startAfter: later })
    const isNew = first.cause ? await addCauses(tx, userId, wanted) : await addOutcome(tx, userId, these[0])
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

/** Not one's own doing, nor that of people who are blocked, or muted by the one who would be told. */
async function ofOthers(tx: Tx, userId: string, these: News[]): Promise<News[]> {
  const actors = these.map(({ cause }) => cause!.actorId)
  const { rows } = await sql<{ actor: string }>`select actor from unnest(${actors}::uuid[]) as actor
    where actor <> ${userId} and not ${apart(userId, sql.ref('actor'))}`.execute(tx)
  const heard = new Set(rows.map(({ actor }) => actor))
  return these.filter(({ cause }) => heard.has(cause!.actorId))
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
async function addCauses(tx: Tx, userId: string, these: News[]): Promise<boolean> {
  const fresh = await unheard(tx, userId, these)
  const newest = fresh.toSorted((a, b) => b.at.localeCompare(a.at))[0]
  if (!newest) return false
  const notification_id = await openEntry(tx, userId, newest)
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
async function unheard(tx: Tx, userId: string, these: News[]): Promise<News[]> {
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
