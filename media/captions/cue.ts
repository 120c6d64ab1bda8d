/** One caption of a video. Times are in milliseconds from the start of the video. */
export interface Cue {
  start: number
  end: number
  /** WebVTT cue settings for the position of the cue, such as `line:10% align:start`, or an empty string. */
  settings: string
  /** The lines of the cue in WebVTT markup, where the tags in each line are balanced. No line is empty. */
  lines: readonly string[]
  /** The line in the uploaded file where the cue starts, counted from 1. */
  at: number
}

/** Returns one line of a cue without markup, but with the names of the speakers. */
export function stripCueMarkupExceptSpeakers(line: string): string {
  return decodeCueEntities(line.replace(/<v ([^>]*)>/g, '$1: ').replace(/<[^>]*>/g, ''))
}

/** Returns one line of a cue as viewers see it, without markup and speaker names. */
export function stripCueMarkup(line: string): string {
  return decodeCueEntities(line.replace(/<[^>]*>/g, ''))
}

/** Returns all lines of the cues as plain text, with their line numbers in the uploaded file. */
export function listCueLines(cues: readonly Cue[]): { text: string; at: number }[] {
  return cues.flatMap(({ lines, at }) =>
    lines.map((line, index) => ({ text: stripCueMarkupExceptSpeakers(line), at: at + 1 + index })),
  )
}

/**
 * Returns the cues with the given plain text, which has one entry for each line (see `listCueLines`). Lines
 * whose text is unchanged keep their markup. Cues without text are omitted.
 */
export function replaceCueLines(cues: readonly Cue[], texts: readonly string[]): Cue[] {
  let next = 0
  return cues
    .map((cue) => ({
      ...cue,
      lines: cue.lines
        .map((line) => {
          const text = texts[next++]!
          return text === stripCueMarkupExceptSpeakers(line) ? line : escapeCueText(text)
        })
        .filter((line) => line.trim() !== ''),
    }))
    .filter(({ lines }) => lines.length > 0)
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

/** Decodes the character references that WebVTT allows. Unknown references are left unchanged. */
export function decodeCueEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g, (all, decimal, hex, name) => {
    if (name) return entities[name as string] ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16)
    return code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
  })
}

/** Escapes text for a cue. Escaped text can never contain a tag or the arrow `-->` of a timing line. */
export function escapeCueText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
