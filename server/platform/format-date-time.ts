import { formatDate } from '#i18n/formats.ts'

/**
 * Formats a date and time for an email, such as "23 November 2026, 05:10 UTC". The time is in UTC because the
 * reader's time zone is unknown.
 */
export function formatEmailDateTime(date: Date): string {
  const text = formatDate(date, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${text.replace(' at ', ', ')} UTC`
}
