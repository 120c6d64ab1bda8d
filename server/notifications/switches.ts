import { switchKinds, type NotificationSwitches, type SwitchKind } from '#contract/notifications.ts'
import { db, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'

/** Which kinds one hears of. */
export async function switchesOf(viewer: Member): Promise<NotificationSwitches> {
  const rows = await db
    .selectFrom('notification_switches')
    .select('kind')
    .where('user_id', '=', viewer.id)
    .execute()
  const off = new Set(rows.map(({ kind }) => kind))
  return Object.fromEntries(switchKinds.map((kind) => [kind, !off.has(kind)])) as NotificationSwitches
}

/** Switches kinds on and off, for what happens from now on. */
export async function setSwitches(
  viewer: Member,
  wanted: Partial<NotificationSwitches>,
): Promise<NotificationSwitches> {
  const named = (on: boolean) =>
    switchKinds.filter((kind) => wanted[kind] === on).map((kind) => rowOf(viewer, kind))
  const [off, on] = [named(false), named(true)]
  await transaction(async (tx) => {
    for (const row of on)
      await tx
        .deleteFrom('notification_switches')
        .where((eb) => eb.and(row))
        .execute()
    if (off.length)
      await tx
        .insertInto('notification_switches')
        .values(off)
        .onConflict((row) => row.doNothing())
        .execute()
  })
  return switchesOf(viewer)
}

function rowOf(viewer: Member, kind: SwitchKind) {
  return { user_id: viewer.id, kind }
}
