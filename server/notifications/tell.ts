import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import { announce } from '../events.ts'
import type { Tx } from '../platform/db/db.ts'
import { isOff } from './make.ts'

/** An entry about no item, for the person alone: it is made at once, and moves up while it is unread. */
export async function tellOneself(tx: Tx, userId: string, kind: NotificationKind): Promise<void> {
  if (await isOff(tx, userId, kind)) return
  await tx
    .insertInto('notifications')
    .values({ user_id: userId, kind, content_id: null })
    .onConflict((row) =>
      row
        .columns(['user_id', 'kind', 'content_id', 'person_id'])
        .where('read_at', 'is', null)
        .doUpdateSet({ created_at: sql`excluded.created_at` }),
    )
    .execute()
  await announce(tx, { what: 'bell_changed', userId })
}
