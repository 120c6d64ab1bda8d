/** How long ago, in at most two signs and a letter: "now", "5 min", "3 h", "3 d", "2 w", "4 mo", "1 y". */
export function age(then: string | number | Date, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - new Date(then).getTime()) / 1000)
  for (const [unit, length] of units) if (seconds >= length) return `${Math.floor(seconds / length)} ${unit}`
  return 'now'
}

const day = 86_400
const units = [
  ['y', 365 * day],
  ['mo', 30 * day],
  ['w', 7 * day],
  ['d', day],
  ['h', 3600],
  ['min', 60],
] as const

/** The same for a screen reader: "3 days ago". */
export function spokenAge(then: string | number | Date, now: number = Date.now()): string {
  const [count, unit] = age(then, now).split(' ')
  if (!unit) return 'just now'
  return `${count} ${words[unit]}${count === '1' ? '' : 's'} ago`
}

const words: Record<string, string> = {
  y: 'year',
  mo: 'month',
  w: 'week',
  d: 'day',
  h: 'hour',
  min: 'minute',
}
