import type { Tx } from '../platform/db/db.ts'
import { settingOf } from '../safety/settings.ts'
import { quietUntil } from './quiet.ts'
import { timeZoneOf } from './time-zone.ts'

/** Until when somebody’s bell keeps quiet; null when it may ring. Who has no browser that told where they are hears no bell either. */
export async function hushedUntil(tx: Tx, userId: string, now = new Date()): Promise<Date | null> {
  const hours = await settingOf(tx, userId, 'quiet_hours')
  const zone = hours && (await timeZoneOf(tx, userId))
  if (!zone) return null
  const then = quietUntil(now, zone, hours)
  return then > now ? then : null
}
