import { stripCueMarkup, type Cue } from './cue.ts'

/** A sentence, or several short sentences: the text, and the start of each cue in milliseconds. */
export interface CaptionPassage {
  lines: string[]
  starts: number[]
}

/**
 * The length of a pause that ends a passage, and the maximum length of a passage. If the captions have no
 * punctuation, passages reach the maximum length.
 */
const limits = { pauseMs: 3000, characters: 240, cues: 12 }

/**
 * Joins the cues of each sentence into a passage, so that search finds a phrase that spans several cues. A
 * passage ends after a cue that ends a sentence, or before a pause. If a passage ends because it has reached
 * the maximum length, its last cue is repeated in the next passage, so that search finds phrases that
 * continue after this cue.
 */
export function splitIntoPassages(cues: readonly Cue[]): CaptionPassage[] {
  const passages: CaptionPassage[] = []
  let open: CaptionPassage = { lines: [], starts: [] }
  let end = 0
  const close = () => {
    if (open.lines.length > 0) passages.push(open)
    open = { lines: [], starts: [] }
  }
  for (const cue of cues) {
    const text = readCueText(cue)
    if (text === '') continue
    if (cue.start - end > limits.pauseMs) close()
    if (isFull(open, text)) {
      const [line, start] = [open.lines.at(-1)!, open.starts.at(-1)!]
      close()
      open = { lines: [line], starts: [start] }
    }
    open.lines.push(text)
    open.starts.push(cue.start)
    end = Math.max(end, cue.end)
    if (endsSentence(text)) close()
  }
  close()
  return passages
}

/** Returns the text of a cue on one line. */
function readCueText({ lines }: Cue): string {
  return lines.map(stripCueMarkup).join(' ').replace(/\s+/g, ' ').trim()
}

function isFull({ lines }: CaptionPassage, text: string): boolean {
  const length = lines.reduce((sum, line) => sum + line.length, text.length)
  return lines.length > 0 && (lines.length >= limits.cues || length > limits.characters)
}

/**
 * Returns whether the text ends with sentence punctuation, including that of Chinese, Japanese, Arabic, Urdu
 * and Hindi.
 */
function endsSentence(text: string): boolean {
  return /[.!?…。！？؟۔।][\p{Pe}\p{Pf}"'”’»♪ ]*$/u.test(text)
}
