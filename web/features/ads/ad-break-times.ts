/** Formats ad break times, for example `0:00, 0:30, 1:05:00`. */
export function formatAdBreakTimes(seconds: readonly number[]): string {
  return seconds.map(formatTime).join(', ')
}

function formatTime(time: number): string {
  const [h, m, s] = [
    Math.floor(time / 3600),
    Math.floor(time / 60) % 60,
    Math.round((time % 60) * 1000) / 1000,
  ]
  const end = s < 10 ? `0${s}` : `${s}`
  return h ? `${h}:${String(m).padStart(2, '0')}:${end}` : `${m}:${end}`
}

/**
 * Parses ad break times such as `0`, `90`, `1:30` or `1:05:00` into seconds. The times are separated by
 * commas or spaces. Returns null if any of the times is invalid.
 */
export function parseAdBreakTimes(text: string): number[] | null {
  const times = text
    .split(/[\s,;،]+/)
    .filter((part) => part !== '')
    .map(parseTime)
  return times.includes(Number.NaN) ? null : times
}

function parseTime(text: string): number {
  if (!/^(\d+:){0,2}\d+(\.\d+)?$/.test(text)) return Number.NaN
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}
