/** For example `20 November 2026`; the same on server and browser in any time zone. */
export function formatDate(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}

export function DateLabel({ at }: { at: string }) {
  return <time dateTime={at}>{formatDate(at)}</time>
}
