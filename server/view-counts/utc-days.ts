/** Returns the calendar day in UTC, for example `2026-03-01`. */
export function toUtcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** Returns the calendar day in UTC that is this many days before the day of `at`. */
export function toUtcDayBefore(at: Date, days: number): string {
  return toUtcDay(new Date(at.getTime() - days * 24 * 3600_000))
}
