import { formatDate, formatNumber } from '#i18n/formats.ts'
import { analyticsMessages } from '#web/messages/dashboard/analytics.ts'
import { watchTimeMessages } from '#web/messages/dashboard/watch-time.ts'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'

export { formatNumber }

/** Formats a total watch time in whole minutes, rounded down. */
export const formatWatchTime = (seconds: number) => watchTimeMessages.span(Math.floor(seconds / 60))

/** Formats the total watch time in a period. Totals of ten hours or more are rounded down to whole hours. */
export function formatTotalWatchTime(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  return hours < 10 ? formatWatchTime(seconds) : analyticsMessages.hours({ hours: formatNumber(hours) })
}

export const formatAverage = (seconds: number | null) =>
  seconds === null ? analyticsMessages.none : formatDuration(seconds)

export const formatPercentage = (share: number) =>
  formatNumber(share, { style: 'percent', maximumFractionDigits: 0 })

/** Formats a calendar day. The result does not depend on the reader's time zone. */
export function formatDay(day: string): string {
  const form = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return formatDate(day, form)
}

export const formatDays = (from: string, to: string) => analyticsMessages.span(formatDay(from), formatDay(to))

/** Returns the number of days between two calendar dates. */
export const countDaysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / (24 * 3600_000))
