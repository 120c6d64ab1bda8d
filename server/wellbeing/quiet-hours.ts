import { toLocalTime } from './local-time.ts'

/**
 * The start and end of quiet hours in the person's local time, such as `21:00`. Quiet hours can span
 * midnight. If the start and the end are equal, there are no quiet hours.
 */
export interface QuietHoursRange {
  from: string
  to: string
}

/**
 * Returns whether notifications are silent at the given moment. If the time zone is unknown, notifications
 * are never silent, because an unwanted notification is better than a lost one.
 */
export function isWithinQuietHours(at: Date, zone: string, { from, to }: QuietHoursRange): boolean {
  const now = toLocalTime(at, zone)?.minutes
  if (now === undefined) return false
  const [begins, ends] = [minutesOf(from), minutesOf(to)]
  return begins <= ends ? now >= begins && now < ends : now >= begins || now < ends
}

const minuteMs = 60_000

/**
 * Returns the first moment at or after `at` that is outside the quiet hours. Daylight saving time always
 * begins and ends on a quarter hour. The search moves in quarter-hour steps, so a clock change never falls
 * between two steps. Skipped and repeated hours therefore need no special case.
 */
export function findQuietHoursEnd(at: Date, zone: string, hours: QuietHoursRange): Date {
  let then = at
  while (isWithinQuietHours(then, zone, hours)) {
    const now = toLocalTime(then, zone)!.minutes
    const left = (minutesOf(hours.to) - now + 24 * 60) % (24 * 60)
    const toTheQuarter = 15 - (now % 15)
    const full = Math.floor(then.getTime() / minuteMs) * minuteMs
    then = new Date(full + Math.min(left || toTheQuarter, toTheQuarter) * minuteMs)
  }
  return then
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return hours! * 60 + minutes!
}
