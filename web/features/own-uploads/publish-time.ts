/**
 * Formats the time at which a video will be published, for example `Sat 28 Nov, 18:00`. The year is added if it is not
 * the year of `now`.
 */
export function formatPublishTime(at: string, timeZone: string, now = new Date()): string {
  const form = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  const yearOf = (date: Date) => date.toLocaleString('en-GB', { year: 'numeric', timeZone })
  const time = new Date(at)
  const parts = new Intl.DateTimeFormat('en-GB', { ...form, year: 'numeric', timeZone }).formatToParts(time)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const year = yearOf(time) === yearOf(now) ? '' : ` ${part('year')}`
  return `${part('weekday')} ${part('day')} ${part('month')}${year}, ${part('hour')}:${part('minute')}`
}
