import type { TranscriptCue } from '#contract/content/captions/transcripts.ts'

export type MatchRange = readonly [from: number, to: number]

/** The matches in a transcript by cue index, and the sorted indexes of all cues that contain matches. */
export interface TranscriptMatches {
  byCue: ReadonlyMap<number, readonly MatchRange[]>
  cues: readonly number[]
}

export const noTranscriptMatches: TranscriptMatches = { byCue: new Map(), cues: [] }

/**
 * Finds all occurrences of the search text in each cue. The search ignores case, accents and the vowel signs
 * of Arabic.
 */
export function searchTranscript(cues: readonly TranscriptCue[], query: string): TranscriptMatches {
  const wanted = foldText(query.trim()).text
  if (wanted === '') return noTranscriptMatches
  const byCue = new Map<number, readonly MatchRange[]>()
  for (const [index, { text }] of cues.entries()) {
    const ranges = findRanges(text, wanted)
    if (ranges.length > 0) byCue.set(index, ranges)
  }
  return { byCue, cues: [...byCue.keys()] }
}

function findRanges(text: string, wanted: string): MatchRange[] {
  const { text: folded, origins } = foldText(text)
  const ranges: MatchRange[] = []
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length))
    ranges.push([origins[at]!, origins[at + wanted.length]!])
  return ranges
}

/**
 * Returns the text without accents and in lower case. `origins` contains the position of each of its characters
 * in the original text, and finally the length of the original text.
 */
function foldText(given: string): { text: string; origins: number[] } {
  let [text, position] = ['', 0]
  const origins: number[] = []
  for (const character of given) {
    const folded = /\s/.test(character)
      ? ' '
      : character
          .normalize('NFKD')
          .replace(/[\p{M}\u0640]/gu, '')
          .replace(/[‘’]/g, "'")
          .toLowerCase()
    text += folded
    for (let at = 0; at < folded.length; at += 1) origins.push(position)
    position += character.length
  }
  origins.push(position)
  return { text, origins }
}
