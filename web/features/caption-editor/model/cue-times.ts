/** Formats milliseconds as `0:01.250`, or with hours as `1:02:03.000`. */
export function formatCueTime(ms: number): string {
  const hours = Math.floor(ms / 3600_000)
  const minutes = Math.floor(ms / 60_000) % 60
  const seconds = ((ms % 60_000) / 1000).toFixed(3).padStart(6, '0')
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
}

/** Reads a typed time such as `12.5`, `0:12,5` or `1:02:03.000`. Returns null if the text is not a time. */
export function parseCueTime(text: string): number | null {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5}(?:[.,]\d{1,3})?)$/.exec(text.trim())
  if (!match) return null
  const [, hours = '0', minutes = '0', seconds] = match
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds!.replace(',', '.'))) * 1000)
}

/** Reads a number of seconds with a sign, such as `-1.5`. Returns milliseconds, or null. */
export function parseCueTimeShift(text: string): number | null {
  const match = /^([+\-−–]?)(\d{1,6}(?:[.,]\d{1,3})?)$/.exec(text.trim())
  if (!match) return null
  const ms = Math.round(Number(match[2]!.replace(',', '.')) * 1000)
  return match[1] === '' || match[1] === '+' ? ms : -ms
}
