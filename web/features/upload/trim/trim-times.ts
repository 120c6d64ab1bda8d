import { minTrimSeconds, type TrimRange } from '../preprocessing/trim-range.ts'

/** Formats a position with hundredths of a second, for example "1:02.50" or "1:00:02.50". */
export function formatTrimTime(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100))
  const [h, m, s] = [
    Math.floor(hundredths / 360_000),
    Math.floor(hundredths / 6000) % 60,
    ((hundredths % 6000) / 100).toFixed(2).padStart(5, '0'),
  ]
  return h ? `${h}:${String(m).padStart(2, '0')}:${s}` : `${m}:${s}`
}

/**
 * Parses a typed position such as "12.5", "0:12,5" or "1:02:03". Returns null if the text is not a valid
 * time.
 */
export function parseTrimTime(text: string): number | null {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5}(?:[.,]\d{1,3})?)$/.exec(text.trim())
  if (!match) return null
  const [, h = '0', m = '0', s] = match
  return Number(h) * 3600 + Number(m) * 60 + Number(s!.replace(',', '.'))
}

/** Moves the start of the trim range, which stays at least one second long. */
export function setTrimStart(range: TrimRange, to: number): TrimRange {
  return { ...range, start: roundToMilliseconds(Math.max(0, Math.min(to, range.end - minTrimSeconds))) }
}

/** Moves the end of the trim range, which stays at least one second long. */
export function setTrimEnd(range: TrimRange, to: number, duration: number): TrimRange {
  const end = Math.min(duration, Math.max(to, range.start + minTrimSeconds))
  return { ...range, end: end === duration ? end : roundToMilliseconds(end) }
}

const roundToMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000
