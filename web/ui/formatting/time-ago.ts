import { formatTimeSince } from '#i18n/formats.ts'
import { uiMessages, type TimeUnit } from '#web/messages/site/ui-components.ts'

/** Formats the time since an event in short form: "now", "5 min ago", "3 h ago", "2 w ago". */
export function formatTimeAgo(then: string | number | Date, now: number = Date.now()): string {
  const old = measureElapsedTime(then, now)
  return old ? uiMessages.shortAgo(old) : uiMessages.now
}

/** Spells out the time since an event for screen readers, for example "3 days ago". */
export function formatSpokenTimeAgo(then: string | number | Date, now: number = Date.now()): string {
  const old = measureElapsedTime(then, now)
  return old ? formatTimeSince(old.count, old.unit) : uiMessages.justNow
}

function measureElapsedTime(then: string | number | Date, now: number) {
  const seconds = Math.max(0, (now - new Date(then).getTime()) / 1000)
  const unit = timeUnits.find(([, length]) => seconds >= length)
  return unit && { unit: unit[0], count: Math.floor(seconds / unit[1]) }
}

const day = 86_400
const timeUnits = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', 3600],
  ['minute', 60],
] as const satisfies [TimeUnit, number][]
