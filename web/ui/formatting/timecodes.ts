/** A part of a string: plain text, or a timestamp with its position in seconds. */
export interface TimecodeTextPart {
  text: string
  second?: number
}

// Digits and colons that belong to a longer sequence, such as `1:2:3:4`, are not a timestamp.
const timecode = /(?<![\d:.])(?:(\d{1,2}):([0-5]\d)|(\d{1,3})):([0-5]\d)(?![\d:])/g

/**
 * Splits text at its timestamps, for example `1:23` or `1:02:03`. Times after the end of the video, which
 * lasts `duration` seconds, are plain text.
 */
export function splitTextAtTimecodes(text: string, duration: number): TimecodeTextPart[] {
  const parts: TimecodeTextPart[] = []
  let end = 0
  for (const match of text.matchAll(timecode)) {
    const [written, hours = '0', minutes, onlyMinutes, seconds] = match
    const second = Number(hours) * 3600 + Number(minutes ?? onlyMinutes) * 60 + Number(seconds)
    if (second >= duration) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: written, second })
    end = match.index + written.length
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end) })
  return parts
}
