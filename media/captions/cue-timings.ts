import type { CaptionFormat } from './clean-cue-text.ts'

export interface CueTimings {
  /** In milliseconds. */
  start: number
  end: number
  settings: string
}

const formats: Record<CaptionFormat, { line: RegExp; time: RegExp }> = {
  // WebVTT §4.1: hours are optional and have at least two digits, and a full stop precedes the milliseconds.
  webvtt: {
    line: /^[ \t]*(\S+)[ \t]+-->[ \t]+(\S+)(?:[ \t]+(.*))?$/,
    time: /^(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/,
  },
  // SubRip has no standard. Tools write one-digit hours, a full stop, and fewer digits.
  srt: {
    line: /^\s*(\S+)\s*-->\s*(\S+)(?:\s+(.*))?$/,
    time: /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)[,.](\d{1,3})$/,
  },
}

/** Reads a line such as `00:01.000 --> 00:02.500 line:0`. Returns null if it is not valid. */
export function parseCueTimings(text: string, format: CaptionFormat): CueTimings | null {
  const [, from, to, settings = ''] = formats[format].line.exec(text) ?? []
  const start = readTime(from, format)
  const end = readTime(to, format)
  return start === null || end === null ? null : { start, end, settings: format === 'webvtt' ? settings : '' }
}

function readTime(text: string | undefined, format: CaptionFormat): number | null {
  const [, hours = '0', minutes, seconds, fraction] = formats[format].time.exec(text ?? '') ?? []
  if (fraction === undefined) return null
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1000 + Number(fraction.padEnd(3, '0'))
}

/** Formats milliseconds as `00:01:02.500`, or with a comma for SubRip. */
export function formatCueTime(ms: number, separator: '.' | ',' = '.'): string {
  const seconds = ms / 1000
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => padDigits(part, 2))
  return `${clock.join(':')}${separator}${padDigits(ms % 1000, 3)}`
}

function padDigits(value: number, digits: number): string {
  return String(Math.floor(value)).padStart(digits, '0')
}
