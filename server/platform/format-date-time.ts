/**
 * Formats a date in UTC for an email, because the reader's time zone is unknown: "23 November 2026, 05:10
 * UTC".
 */
export function formatEmailDateTime(date: Date): string {
  const text = date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${text.replace(' at ', ', ')} UTC`
}
