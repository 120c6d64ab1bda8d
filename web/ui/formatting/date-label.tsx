import { formatDate as formatInLocale } from '#i18n/formats.ts'

/**
 * Formats a date as `20 November 2026`. The result is the same on the server and in every browser, regardless
 * of the time zone.
 */
export function formatDate(timestamp: string): string {
  return formatInLocale(timestamp, { dateStyle: 'long', timeZone: 'UTC' })
}

export function DateLabel({ at }: { at: string }) {
  return <time dateTime={at}>{formatDate(at)}</time>
}
