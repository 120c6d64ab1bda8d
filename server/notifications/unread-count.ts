import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type getUnreadCount, type NotificationKind, notificationKinds } from '#contract/notifications.ts'
import { getUserEventTopic } from '#server/domain-events.ts'
import { compileStatement } from '#server/platform/db/compiled-statement.ts'
import { db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { latestEventIdSql } from '#server/platform/live-updates/live-updates.ts'
import { selectUserTimeZone } from '#server/wellbeing/user-time-zone.ts'
import { selectVisibleNotifications } from './visible-notifications.ts'

/** Returns the unread count and the cursor from which live updates continue. Every page of a member needs them. */
export async function loadUnreadCount(viewer: Member): Promise<ResponseOf<typeof getUnreadCount>> {
  // The cursor is read before the count. Changes after the cursor arrive as live updates, and earlier changes
  // are already included in the count.
  const [state] = await loadBellState({ id: viewer.id, topic: getUserEventTopic(viewer.id) })
  const { live_cursor, time_zone, kinds } = state!
  return { unread: await countUnreadOfKinds(viewer, kinds), live_cursor, time_zone }
}

const loadBellState = compileStatement(['id', 'topic'], ({ id, topic }) => {
  const bell = sql<{ live_cursor: number; time_zone: string | null; kinds: NotificationKind[] }>`select
    ${latestEventIdSql(topic)} as live_cursor, (${selectUserTimeZone(db, id)}) as time_zone, ${unreadKindsSql(id)} as kinds`
  return { compile: () => bell.compile(db) }
})

/** Counts the unread notifications that the viewer may still see. */
export async function countUnread(viewer: Member): Promise<number> {
  const { rows } = await sql<{
    kinds: NotificationKind[]
  }>`select ${unreadKindsSql(viewer.id)} as kinds`.execute(db)
  return countUnreadOfKinds(viewer, rows[0]!.kinds)
}

function unreadKindsSql(userId: string) {
  return sql`array(select distinct notifications.kind from notifications
    where notifications.user_id = ${userId} and notifications.read_at is null)`
}

/**
 * Counts each kind separately. PostgreSQL would need tens of milliseconds to plan a query with the conditions of all
 * kinds, and few members have unread notifications of more than one or two.
 */
async function countUnreadOfKinds(viewer: Member, kinds: NotificationKind[]): Promise<number> {
  // During an update, a newer release can already have stored notifications of other kinds.
  const known = kinds.filter((kind) => notificationKinds.includes(kind))
  const counts = known.map((kind) =>
    selectVisibleNotifications(viewer, db, kind)
      .select(({ fn }) => fn.countAll<number>().as('unread'))
      .where('notifications.read_at', 'is', null)
      .executeTakeFirstOrThrow(),
  )
  return (await Promise.all(counts)).reduce((sum, { unread }) => sum + unread, 0)
}
