import type { Tx } from '../platform/db/db.ts'
import { loadSafetySetting } from '#server/safety-settings/safety-settings.ts'
import { findQuietHoursEnd } from './quiet-hours.ts'
import { loadUserTimeZone } from './user-time-zone.ts'

/**
 * Returns when a person's notifications stop being silent, or null if they are not silent now. Returns null
 * if the person's time zone is unknown, because the person then gets no live notifications anyway.
 */
export async function loadQuietHoursEnd(tx: Tx, userId: string, now = new Date()): Promise<Date | null> {
  const hours = await loadSafetySetting(tx, userId, 'quiet_hours')
  const zone = hours && (await loadUserTimeZone(tx, userId))
  if (!zone) return null
  const then = findQuietHoursEnd(now, zone, hours)
  return then > now ? then : null
}
