/**
 * Formats a date and time for an email, such as "23 November 2026, 05:10 UTC". The time is in UTC because the
 * reader's time zone is unknown.
 */
export function formatEmailDateTime(date: Date): string {
  const text = date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${text.replace(' at ', ', ')} UTC`
}
