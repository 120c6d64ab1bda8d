import { ApiError } from '#contract/errors/api-error.ts'
import { db, type Db, type Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { isTimeZone } from './local-time.ts'

/** Returns a person's time zone, or null until a browser has reported it. */
export async function loadUserTimeZone(on: Db | Tx, userId: string): Promise<string | null> {
  const row = await selectUserTimeZone(on, userId).executeTakeFirst()
  return row?.time_zone ?? null
}

export function selectUserTimeZone(on: Db | Tx, userId: string) {
  return on.selectFrom('private_details').select('time_zone').where('user_id', '=', userId)
}

export async function setUserTimeZone(viewer: Member, zone: string): Promise<undefined> {
  if (!isTimeZone(zone)) throw new ApiError('time_zone_unknown')
  await db
    .updateTable('private_details')
    .set({ time_zone: zone })
    .where('user_id', '=', viewer.id)
    .where('time_zone', 'is distinct from', zone)
    .execute()
}
