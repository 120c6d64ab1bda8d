import { formatTimeAmount } from '#i18n/formats.ts'

/**
 * Formats a number of seconds as "0:07", "12:30" or "1:02:03". If the value is not a finite number, the
 * result is "0:00".
 */
export function formatDuration(seconds: number): string {
  const wholeSeconds = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const [h, m, s] = [
    Math.floor(wholeSeconds / 3600),
    Math.floor((wholeSeconds % 3600) / 60),
    wholeSeconds % 60,
  ]
  return h ? `${h}:${padTwoDigits(m)}:${padTwoDigits(s)}` : `${m}:${padTwoDigits(s)}`
}

const padTwoDigits = (n: number) => String(n).padStart(2, '0')

/** Spells out a duration for screen readers, for example "1 hour 2 minutes 3 seconds". */
export function formatSpokenDuration(seconds: number): string {
  const wholeSeconds = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const parts = [
    [Math.floor(wholeSeconds / 3600), 'hour'],
    [Math.floor((wholeSeconds % 3600) / 60), 'minute'],
    [wholeSeconds % 60, 'second'],
  ] as const
  const spokenParts = parts.filter(([n]) => n > 0).map(([n, unit]) => formatTimeAmount(n, unit))
  return spokenParts.join(' ') || formatTimeAmount(0, 'second')
}
