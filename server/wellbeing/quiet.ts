import { localTime } from './zones.ts'

/** Hours of the day in the person's own time, `21:00`. They may span midnight; from and to the same is no time at all. */
export interface QuietHours {
  from: string
  to: string
}

/** Whether the bell keeps quiet at that moment, there. A zone nobody knows is never quiet: better a bell than news that are lost. */
export function isQuiet(at: Date, zone: string, { from, to }: QuietHours): boolean {
  const now = localTime(at, zone)?.minutes
  if (now === undefined) return false
  const [begins, ends] = [minutesOf(from), minutesOf(to)]
  return begins <= ends ? now >= begins && now < ends : now >= begins || now < ends
}

const minute = 60_000

/**
 * The first moment from `at` on that is not quiet; `at` itself when it is not. Clocks change on quarters of an hour, so it walks
 * from one to the next and never across one: hours that are left out or come twice are right by themselves.
 */
export function quietUntil(at: Date, zone: string, hours: QuietHours): Date {
  let then = at
  while (isQuiet(then, zone, hours)) {
    const now = localTime(then, zone)!.minutes
    const left = (minutesOf(hours.to) - now + 24 * 60) % (24 * 60)
    const toTheQuarter = 15 - (now % 15)
    const full = Math.floor(then.getTime() / minute) * minute
    then = new Date(full + Math.min(left || toTheQuarter, toTheQuarter) * minute)
  }
  return then
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return hours! * 60 + minutes!
}
