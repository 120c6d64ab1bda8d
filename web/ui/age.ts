import { words, type TimeUnit } from '#web/words/ui.ts'

/** How long ago, in at most two signs and a letter: "now", "5 min", "3 h", "3 d", "2 w", "4 mo", "1 y". */
export function age(then: string | number | Date, now: number = Date.now()): string {
  const old = measure(then, now)
  return old ? `${old.count} ${words.short[old.unit]}` : words.now
}

/** The same for a screen reader: "3 days ago". */
export function spokenAge(then: string | number | Date, now: number = Date.now()): string {
  const old = measure(then, now)
  return old ? words.ago(old.count, old.unit) : words.justNow
}

function measure(then: string | number | Date, now: number) {
  const seconds = Math.max(0, (now - new Date(then).getTime()) / 1000)
  const found = units.find(([, length]) => seconds >= length)
  return found && { unit: found[0], count: Math.floor(seconds / found[1]) }
}

const day = 86_400
const units = [
  ['y', 365 * day],
  ['mo', 30 * day],
  ['w', 7 * day],
  ['d', day],
  ['h', 3600],
  ['min', 60],
] as const satisfies [TimeUnit, number][]
