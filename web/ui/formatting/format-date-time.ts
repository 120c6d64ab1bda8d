import { formatDate } from '#i18n/formats.ts'

/**
 * Formats a time as `21 November 2026, 21:33 UTC`. The result is the same on the server and in every browser.
 */
export function formatDateTimeUtc(at: Date | string): string {
  const text = formatDate(at, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${text.replace(' at ', ', ')} UTC`
}
