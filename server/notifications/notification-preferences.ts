import {
  optionalNotificationKinds,
  type NotificationKind,
  type NotificationPreferences,
  type OptionalNotificationKind,
} from '#contract/notifications.ts'
import { db, transaction, type Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'

/** Returns the kinds of notifications that the viewer receives. */
export async function loadNotificationPreferences(viewer: Member): Promise<NotificationPreferences> {
  const rows = await db
    .selectFrom('notification_opt_outs')
    .select('kind')
    .where('user_id', '=', viewer.id)
    .execute()
  const off = new Set(rows.map(({ kind }) => kind))
  return Object.fromEntries(
    optionalNotificationKinds.map((kind) => [kind, !off.has(kind)]),
  ) as NotificationPreferences
}

/** Turns kinds of notifications on or off. The change affects future events only. */
export async function updateNotificationPreferences(
  viewer: Member,
  wanted: Partial<NotificationPreferences>,
): Promise<NotificationPreferences> {
  const named = (on: boolean) =>
    optionalNotificationKinds.filter((kind) => wanted[kind] === on).map((kind) => rowOf(viewer, kind))
  const [off, on] = [named(false), named(true)]
  await transaction(async (tx) => {
    for (const row of on)
      await tx
        .deleteFrom('notification_opt_outs')
        .where((eb) => eb.and(row))
        .execute()
    if (off.length)
      await tx
        .insertInto('notification_opt_outs')
        .values(off)
        .onConflict((row) => row.doNothing())
        .execute()
  })
  return loadNotificationPreferences(viewer)
}

/** Returns whether a person has turned off a kind of notification. */
export async function isNotificationKindDisabled(
  tx: Tx,
  userId: string,
  kind: NotificationKind,
): Promise<boolean> {
  const off = await tx
    .selectFrom('notification_opt_outs')
    .select('kind')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return off !== undefined
}

function rowOf(viewer: Member, kind: OptionalNotificationKind) {
  return { user_id: viewer.id, kind }
}
