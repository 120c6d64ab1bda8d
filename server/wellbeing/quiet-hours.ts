import { localTimeIn } from './local-time.ts'

/** Hours of the day in the person's own time, `21:00`. They may span midnight; from and to the same is no time at all. */
export interface QuietHoursRange {
  from: string
  to: string
}

/** Whether the bell keeps quiet at that moment, there. A zone nobody knows is never quiet: better a bell than news that are lost. */
export function isWithinQuietHours(at: Date, zone: string, { from, to }: QuietHoursRange): boolean {
  const now = localTimeIn(at, zone)?.minutes
  if (now === undefined) return false
  const [begins, ends] = [minutesOf(from), minutesOf(to)]
  return begins <= ends ? now >= begins && now < ends : now >= begins || now < ends
}

const minuteMs = 60_000

/**
 * The first moment from `at` on that is not quiet; `at` itself when it is not. Clocks change on quarters of an hour, so it walks
 * from one to the next and never across one: hours that are left out or come twice are right by themselves.
 */
export function quietUntil(at: Date, zone: string, hours: QuietHoursRange): Date {
  let then = at
  while (isWithinQuietHours(then, zone, hours)) {
    const now = localTimeIn(then, zone)!.minutes
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
