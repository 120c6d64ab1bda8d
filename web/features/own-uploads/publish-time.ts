import { currentLocale } from '#i18n/current-locale.ts'
import { getDateFormat, formatDate } from '#i18n/formats.ts'
import { sourceLocale } from '#i18n/locales.ts'

/**
 * Formats the time at which a video will be published, for example `Sat 28 Nov, 18:00`. The year is included
 * if it differs from the year of `now`.
 */
export function formatPublishTime(at: string, timeZone: string, now = new Date()): string {
  const form = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  const yearOf = (date: Date) => formatDate(date, { year: 'numeric', timeZone })
  const time = new Date(at)
  const isThisYear = yearOf(time) === yearOf(now)
  if (currentLocale() !== sourceLocale)
    return formatDate(time, isThisYear ? { ...form, timeZone } : { ...form, year: 'numeric', timeZone })
  const parts = getDateFormat({ ...form, year: 'numeric', timeZone }).formatToParts(time)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const year = isThisYear ? '' : ` ${part('year')}`
  return `${part('weekday')} ${part('day')} ${part('month')}${year}, ${part('hour')}:${part('minute')}`
}
