import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db/db.ts'
import { loadSafetySettings } from '#server/safety-settings/safety-settings.ts'
import { findQuietHoursEnd } from './quiet-hours.ts'

/**
 * Returns when a person's notifications stop being silent, or null if they are not silent now. Returns null
 * if the person's time zone is unknown, because such a person gets no live notifications anyway.
 */
export async function loadQuietHoursEnd(on: Db | Tx, userId: string, now = new Date()): Promise<Date | null> {
  return (await loadQuietHoursEnds(on, [userId], now)).get(userId) ?? null
}

/**
 * Returns, for each of these people, when their quiet hours end. People who are not in quiet hours now are
 * left out of the result. People with the same time zone and quiet hours share one computation, which takes
 * up to a millisecond.
 */
export async function loadQuietHoursEnds(
  on: Db | Tx,
  userIds: string[],
  now = new Date(),
): Promise<Map<string, Date>> {
  const hours = await loadSafetySettings(on, userIds, 'quiet_hours')
  const zones = await on
    .selectFrom('private_details')
    .select(['user_id', 'time_zone'])
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .execute()
  const known = new Map<string, Date>()
  const ends = new Map<string, Date>()
  for (const { user_id, time_zone } of zones) {
    const range = hours.get(user_id)
    if (!range || !time_zone) continue
    const key = `${time_zone} ${range.from} ${range.to}`
    const end = known.get(key) ?? findQuietHoursEnd(now, time_zone, range)
    known.set(key, end)
    if (end > now) ends.set(user_id, end)
  }
  return ends
}
