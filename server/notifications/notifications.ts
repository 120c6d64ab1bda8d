import { sql } from 'kysely'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { notificationDays } from '#contract/limits.ts'
import type { getUnread, listNotifications, Notification } from '#contract/notifications.ts'
import { Refusal } from '#contract/refusals.ts'
import { isAdult } from '../accounts/age.ts'
import { announce, personTopic } from '../events.ts'
import { db, transaction } from '../platform/db/db.ts'
import { keyset, pageOf, rowsFor } from '../platform/db/keyset.ts'
import type { Member } from '../platform/http/viewer.ts'
import { placeOf } from '../platform/live.ts'
import { timeZoneOf } from '../wellbeing/time-zone.ts'
import { isMinor } from '../safety/people.ts'
import { textFor } from '../safety/shown-text.ts'
import { actorsOf, decisionsOf, excerptsOf } from './queries.ts'
import { shown } from './shown.ts'

const { place, before } = keyset('notifications')

type Wanted = ParsedOf<typeof listNotifications>['query']

/** One's own notifications, newest first, a page at a time. */
export async function notificationsOf(
  viewer: Member,
  wanted: Wanted,
): Promise<AnswerOf<typeof listNotifications>> {
  const [rows, unread] = await Promise.all([entries(viewer, wanted), unreadOf(viewer)])
  const page = pageOf(rows, wanted.limit)
  const ids = page.items.map(({ id }) => id)
  const [actors, excerpts, decisions] = await Promise.all([
    actorsOf(viewer, ids),
    excerptsOf(viewer, ids),
    decisionsOf(viewer, ids),
  ])
  const items = page.items.map((row) => ({
    ...present(viewer, row, actors.get(row.id) ?? [], excerpts.get(row.id) ?? null),
    decisions: decisions.get(row.id) ?? [],
  }))
  return { items, next_cursor: page.next_cursor, unread }
}

/** For the bell: the number, and the place from which changes of it are told live. */
export async function unreadBell(viewer: Member): Promise<AnswerOf<typeof getUnread>> {
  // The place first: what happens after it is told live, what happened before stands in the number.
  const live_cursor = await placeOf(personTopic(viewer.id))
  const [unread, time_zone] = await Promise.all([unreadOf(viewer), timeZoneOf(db, viewer.id)])
  return { unread, live_cursor, time_zone }
}

/** Marks one as read. What comes after it begins a new entry. */
export async function readOne(viewer: Member, id: string): Promise<{ unread: number }> {
  await transaction(async (tx) => {
    const own = await tx
      .updateTable('notifications')
      .set((row) => ({ read_at: row.fn.coalesce('read_at', row.val(new Date())) }))
      .where('id', '=', id)
      .where('user_id', '=', viewer.id)
      .returning('id')
      .executeTakeFirst()
    if (!own) throw new Refusal('not_found')
    await announce(tx, { what: 'bell_changed', userId: viewer.id })
  })
  return { unread: await unreadOf(viewer) }
}

export async function readAll(viewer: Member): Promise<{ unread: number }> {
  await transaction(async (tx) => {
    await tx
      .updateTable('notifications')
      .set({ read_at: new Date() })
      .where('user_id', '=', viewer.id)
      .where('read_at', 'is', null)
      .execute()
    await announce(tx, { what: 'bell_changed', userId: viewer.id })
  })
  return { unread: await unreadOf(viewer) }
}

/** Forgets what is older than 90 days. */
export async function sweepNotifications(now: number = Date.now()): Promise<void> {
  const oldest = new Date(now - notificationDays * 24 * 3600_000)
  await db.deleteFrom('notifications').where('created_at', '<', oldest).execute()
}

async function unreadOf(viewer: Member): Promise<number> {
  const { unread } = await shown(viewer)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('notifications.read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

function entries(viewer: Member, { cursor, limit }: Wanted) {
  return shown(viewer)
    .leftJoin('streams', 'streams.content_id', 'content.id')
    .select(['notifications.id', 'notifications.kind', 'notifications.read_at', 'notifications.created_at'])
    .select([
      'content.id as content_id',
      'content.user_id as owner_id',
      isMinor(sql.ref('content.user_id')).as('by_minor'),
      'content.title',
      'content.thumbnail_url',
      'content.cover_url',
    ])
    .select(['content.stream_thumbnail_url', 'streams.error_title', 'streams.error_detail'])
    .select([place.as('place'), isFromAdult(viewer).as('adult')])
    .where(before(cursor))
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
    .limit(rowsFor(limit))
    .execute()
}

/** What somebody under 18 is told of who asks to follow them (the table of defaults). */
function isFromAdult(viewer: Member) {
  if (viewer.isAdult) return sql<boolean>`false`
  return sql<boolean>`exists (select from private_details
    where private_details.user_id = notifications.person_id and ${isAdult})`
}

type Row = Awaited<ReturnType<typeof entries>>[number]
type Actors = Awaited<ReturnType<typeof actorsOf>> extends Map<string, infer A> ? A : never

function pictureOf(row: Row): string | null {
  return row.thumbnail_url ?? row.cover_url ?? row.stream_thumbnail_url
}

function titleFor(viewer: Member, { title, owner_id, by_minor }: Row): string {
  return owner_id === viewer.id ? (title ?? '') : textFor(viewer, title ?? '', by_minor)
}

function present(
  viewer: Member,
  row: Row,
  actors: Actors,
  excerpt: string | null,
): Omit<Notification, 'decisions'> {
  const { error_title: title, error_detail: detail } = row
  return {
    id: row.id,
    kind: row.kind,
    content: row.content_id
      ? { id: row.content_id, title: titleFor(viewer, row), picture_url: pictureOf(row) }
      : null,
    actors: actors.map(({ user_id, username, avatar_url }) => ({ user_id, username, avatar_url })),
    actors_count: actors[0]?.count ?? 0,
    excerpt,
    error: row.kind === 'upload_failed' && title && detail ? { title, detail } : null,
    adult: row.kind === 'follow_request' && row.adult,
    read: row.read_at !== null,
    created_at: row.created_at.toISOString(),
  }
}
