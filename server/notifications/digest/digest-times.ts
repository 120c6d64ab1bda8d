import { toLocalTime } from '#server/wellbeing/local-time.ts'

/**
 * The weekly email is sent on Saturdays and Sundays between these local times. An email that cannot be sent
 * at 10:00 on Saturday is sent later that weekend.
 */
const [opens, closes] = [10 * 60, 18 * 60]
const minutesPerDay = 24 * 60
const minuteMs = 60_000

/** Returns the first moment at or after `from` at which the weekly email may be sent in this time zone. */
export function findDigestTime(from: Date, zone: string): Date {
  let then = from
  // The loop needs a second iteration only if daylight saving time starts or ends between the two times.
  for (;;) {
    const wait = minutesUntilOpen(readClock(then, zone))
    if (wait === 0) return then
    then = new Date(Math.floor(then.getTime() / minuteMs) * minuteMs + wait * minuteMs)
  }
}

/** Returns when the weekly email is due in the week after `now`. */
export function findNextWeeksDigestTime(now: Date, zone: string): Date {
  const { weekday, minutes } = readClock(now, zone)
  const untilMonday = (7 - weekday) * minutesPerDay - minutes
  return findDigestTime(new Date(now.getTime() + untilMonday * minuteMs), zone)
}

/** Returns the date of the Saturday that a weekly email belongs to, which identifies the week. */
export function getDigestWeekDate(at: Date, zone: string): string {
  const { day, weekday } = readClock(at, zone)
  return new Date(Date.parse(day) + (5 - weekday) * minutesPerDay * minuteMs).toISOString().slice(0, 10)
}

interface Clock {
  day: string
  /** The day of the week: 0 is Monday, 6 is Sunday. */
  weekday: number
  minutes: number
}

/** Returns the local time in the time zone, or in UTC if the time zone is unknown. */
function readClock(at: Date, zone: string): Clock {
  const { day, minutes } = toLocalTime(at, zone) ?? toLocalTime(at, 'UTC')!
  return { day, minutes, weekday: (new Date(day).getUTCDay() + 6) % 7 }
}

function minutesUntilOpen({ weekday, minutes }: Clock): number {
  const isWeekend = weekday >= 5
  if (isWeekend && minutes >= opens && minutes < closes) return 0
  if (isWeekend && minutes < opens) return opens - minutes
  // On Saturday evening, the next day on which the email may be sent is Sunday. At all other times, it is
  // Saturday.
  const days = weekday === 5 ? 1 : (5 - weekday + 7) % 7 || 7
  return days * minutesPerDay + opens - minutes
}
