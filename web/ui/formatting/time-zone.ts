import { useSyncExternalStore } from 'react'
import { formatDate } from '#i18n/formats.ts'

/**
 * Returns the time zone of the browser, such as `Europe/Madrid`. The server does not know the browser's time
 * zone, so it renders times in UTC. The browser also uses UTC until the page is hydrated.
 */
export function useTimeZone(): string {
  return useSyncExternalStore(
    subscribeToNothing,
    () => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
    () => 'UTC',
  )
}

const subscribeToNothing = () => () => {}

/** Formats a time with its time zone, for example `3 December 2026, 18:00 CET`. */
export function formatZonedDateTime(at: string, timeZone: string): string {
  const form = { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  const text = formatDate(at, { ...form, timeZone, timeZoneName: 'short' })
  return text.replace(' at ', ', ')
}

/**
 * Formats a time in the next weeks, for example `Thu 3 Dec, 18:00`. Pages for browsers without scripts are in UTC, so
 * they also show the time zone.
 */
export function formatUpcomingTime(at: string, timeZone: string): string {
  const form = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  return formatDate(at, { ...form, timeZone, ...(timeZone === 'UTC' && { timeZoneName: 'short' }) })
}

/** Formats a time as `07:00`. */
export function formatTime(at: string, timeZone: string): string {
  return formatDate(at, { hour: '2-digit', minute: '2-digit', timeZone })
}

/**
 * Converts a time to the value of an `<input type="datetime-local">`. An empty string is returned unchanged.
 */
export function formatDateTimeLocalInput(at: string, timeZone: string): string {
  return at && new Date(Date.parse(at) + getOffset(Date.parse(at), timeZone)).toISOString().slice(0, 16)
}

/**
 * Converts the value of an `<input type="datetime-local">` to a time. If the clocks go forward and skip the
 * local time, the result is one hour later, for example 03:30 instead of 02:30. Returns an empty string if
 * the value is incomplete.
 */
export function parseDateTimeLocalInput(value: string, timeZone: string): string {
  const asUtc = Date.parse(`${value}Z`)
  if (Number.isNaN(asUtc)) return ''
  const guess = asUtc - getOffset(asUtc, timeZone)
  return new Date(asUtc - getOffset(guess, timeZone)).toISOString()
}

/** Returns the offset of the time zone from UTC in milliseconds. */
function getOffset(at: number, timeZone: string): number {
  const wallClock = new Date(at).toLocaleString('sv-SE', { timeZone })
  return Date.parse(`${wallClock.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
}
