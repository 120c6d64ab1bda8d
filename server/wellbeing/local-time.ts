const clockCache = new Map<string, Intl.DateTimeFormat | null>()

/**
 * Returns the local date and minute of the day in a time zone (an IANA name), or null for an unknown zone.
 */
export function toLocalTime(at: Date, zone: string): { day: string; minutes: number } | null {
  const clock = clockFor(zone)
  if (!clock) return null
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
  const { year, month, day, hour, minute } = parts
  return { day: `${year}-${month}-${day}`, minutes: Number(hour) * 60 + Number(minute) }
}

export function isTimeZone(name: string): boolean {
  return clockFor(name) !== null
}

/** Returns a cached formatter, because creating one takes a hundred times as long as using it. */
function clockFor(zone: string): Intl.DateTimeFormat | null {
  const known = clockCache.get(zone)
  if (known !== undefined) return known
  const made = createClock(zone)
  if (made) clockCache.set(zone, made)
  return made
}

function createClock(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  } catch {
    return null
  }
}
