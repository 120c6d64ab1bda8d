import { type Cue, escapeCueText } from '../captions/cue.ts'
import type { SpeechSegment } from './transcribe-audio.ts'

/**
 * The usual limits for subtitles: two lines of 42 characters each, which viewers read in up to seven seconds.
 */
const lineCharacters = 42
const cueCharacters = 2 * lineCharacters

/** Viewers cannot read a caption that is shown for less than this many milliseconds. */
const minimumMs = 700

/**
 * Converts recognized speech to captions. Long segments are divided at spaces. Each part gets a share of the
 * duration in proportion to the length of its text. Markers for noise such as `[BLANK_AUDIO]` or `(music)`
 * are omitted, and so are repetitions, which a model often produces from music. `offset` and `limit` are
 * positions in the video, in milliseconds.
 */
export function buildSpeechCues(
  segments: readonly SpeechSegment[],
  { offset, limit }: { offset: number; limit: number },
): Cue[] {
  const spoken = segments
    .map((segment) => ({ ...segment, text: tidy(segment.text) }))
    .filter(({ text, start, end }) => text !== '' && end > start)
    .filter(({ text }, at, all) => !(at >= 2 && all[at - 1]!.text === text && all[at - 2]!.text === text))
  const cues = spoken.flatMap(({ start, end, text }) => divide(text, offset + start, offset + end))
  return cues
    .filter(({ start }) => start < limit)
    .map((cue, at, all) => {
      const next = all[at + 1]?.start ?? limit
      const readable = Math.max(cue.end, Math.min(cue.start + minimumMs, next))
      return { ...cue, end: Math.min(readable, limit) }
    })
    .filter(({ start, end }) => end > start)
}

function tidy(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex -- these are the characters to remove
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffd]+/g, ' ')
      .replace(/\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|[♪♫]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^[-–—.,!?…\s]+$/, '')
  )
}

function divide(text: string, start: number, end: number): Cue[] {
  const parts = wrap(text, cueCharacters)
  const total = parts.reduce((sum, part) => sum + part.length, 0)
  let spoken = 0
  return parts.map((part) => {
    const from = start + ((end - start) * spoken) / total
    spoken += part.length
    const to = start + ((end - start) * spoken) / total
    const lines = wrap(part, Math.max(lineCharacters, Math.ceil(part.length / 2) + 4)).map(escapeCueText)
    return { start: Math.round(from), end: Math.round(to), settings: '', lines, at: 0 }
  })
}

/** Divides text into parts of similar length with at most `size` characters, at spaces if possible. */
function wrap(text: string, size: number): string[] {
  if (text.length <= size) return [text]
  const aim = Math.ceil(text.length / Math.ceil(text.length / size))
  const space = Math.max(text.lastIndexOf(' ', size), 0)
  const near = text.indexOf(' ', aim)
  const at = near > 0 && near <= size ? near : space > 0 ? space : size
  return [text.slice(0, at).trim(), ...wrap(text.slice(at).trim(), size)]
}
