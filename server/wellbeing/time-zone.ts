import { Refusal } from '#contract/refusals.ts'
import { db, type Db, type Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { isZone } from './zones.ts'

/** Null until a browser has told it. */
export async function timeZoneOf(on: Db | Tx, userId: string): Promise<string | null> {
  const row = await on
    .selectFrom('private_details')
    .select('time_zone')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.time_zone ?? null
}

export async function setTimeZone(viewer: Member, zone: string): Promise<undefined> {
  if (!isZone(zone)) throw new Refusal('time_zone_unknown')
  await db
    .updateTable('private_details')
    .set({ time_zone: zone })
    .where('user_id', '=', viewer.id)
    .where('time_zone', 'is distinct from', zone)
    .execute()
}
