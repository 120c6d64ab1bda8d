import { CaptionProblems, captionLimits, throwCaptionFileError } from './caption-problems.ts'
import { cleanCueText, type CaptionFormat } from './clean-cue-text.ts'
import { cleanCueSettings } from './cue-settings.ts'
import { stripCueMarkup, type Cue } from './cue.ts'
import { decodeCaptionFile, type NamedCaptionEncoding } from './decode-captions.ts'
import { parseCueTimings } from './cue-timings.ts'

/**
 * Parses a WebVTT or SubRip file. Returns its cues sorted by start time, with safe markup only. Comments,
 * styles, regions and cues without text are omitted. Throws a CaptionFileError with the line of each problem.
 */
export function parseCaptionFile(bytes: Uint8Array, encoding?: NamedCaptionEncoding): Cue[] {
  return parseCaptionText(decodeCaptionFile(bytes, encoding))
}

/**
 * Parses a WebVTT file that `serializeWebVtt` created. The lengths of its cues are not checked again, because
 * masking words can make a cue longer than the limit for uploaded files.
 */
export function parseStoredCaptions(vtt: string): Cue[] {
  return parseCaptionText(vtt, { isStored: true })
}

/** Parses the text of a WebVTT or SubRip file (see `parseCaptionFile`). */
export function parseCaptionText(text: string, { isStored = false } = {}): Cue[] {
  const lines = text.split(/\r\n|\n|\r/)
  const format: CaptionFormat = /^WEBVTT(?:[ \t]|$)/.test(lines[0]!) ? 'webvtt' : 'srt'
  const problems = new CaptionProblems()
  for (const [at, line] of lines.entries())
    if (!isStored && line.length > captionLimits.lineCharacters) problems.add('line_too_long', at + 1)
  problems.throwIfAny()
  if (!lines.some((line) => line.includes('-->'))) throwCaptionFileError('no_cues')
  const cues: Cue[] = []
  for (const block of splitBlocks(lines, format)) {
    if (format === 'webvtt' && block.at === 1) {
      checkHeader(block, problems)
      continue
    }
    const cue = readBlock(block, format, problems)
    if (cue && !isStored && isCueTooLong(cue)) problems.add('cue_too_long', cue.at)
    else if (cue) cues.push(cue)
    if (cues.length > captionLimits.cues) throwCaptionFileError('too_many_cues')
  }
  problems.throwIfAny()
  if (cues.length === 0) throwCaptionFileError('no_cues')
  const sorted = cues.toSorted((a, b) => a.start - b.start || a.end - b.end)
  if (!isStored) checkCaptionTotals(sorted, problems)
  return sorted
}

interface Block {
  /** The line number of the first line, counted from 1. */
  at: number
  lines: string[]
}

/**
 * The header of a WebVTT file has no cues. The other lines of the header are ignored, as the standard
 * requires.
 */
function checkHeader({ lines }: Block, problems: CaptionProblems): void {
  const at = lines.findIndex((line) => line.includes('-->'))
  if (at >= 0) problems.add('blank_line_missing', at + 1)
}

/** Splits a file into blocks at blank lines. */
function* splitBlocks(lines: readonly string[], format: CaptionFormat): Generator<Block> {
  let block: Block = { at: 1, lines: [] }
  for (const [index, line] of [...lines, ''].entries()) {
    // In SubRip files, lines that contain only spaces also separate cues.
    if (line !== '' && (format === 'webvtt' || line.trim() !== '')) {
      if (block.lines.length === 0) block.at = index + 1
      block.lines.push(line)
      continue
    }
    if (block.lines.length > 0) yield block
    block = { at: index + 2, lines: [] }
  }
}

function readBlock({ at, lines }: Block, format: CaptionFormat, problems: CaptionProblems): Cue | null {
  if (format === 'webvtt' && /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(lines[0]!)) return null
  const index = [0, 1].find((one) => lines[one]?.includes('-->'))
  if (index === undefined) {
    // Ignore a number on its own line, which is left over from a deleted cue.
    if (!(format === 'srt' && lines.length === 1 && /^\s*\d{1,7}\s*$/.test(lines[0]!)))
      problems.add('stray_text', at)
    return null
  }
  const line = at + index
  const time = parseCueTimings(lines[index]!, format)
  if (!time) return problems.add('time_invalid', line)
  if (time.end <= time.start) return problems.add('time_order', line)
  if (time.end > captionLimits.endMs) return problems.add('time_too_late', line)
  const text = lines.slice(index + 1)
  const arrow = text.findIndex((one) => one.includes('-->'))
  if (arrow >= 0) return problems.add('blank_line_missing', line + 1 + arrow)
  if (text.length > maxRawLines) return problems.add('cue_too_long', line)
  const cleaned = cleanCueText(text, format)
  if (cleaned.length === 0) return null
  const { start, end, settings } = time
  return { start, end, settings: cleanCueSettings(settings), lines: cleaned, at: line }
}

/** Lines without text are removed later, so a cue can have more lines in the file than in the result. */
const maxRawLines = 50

export function isCueTooLong({ lines }: Cue): boolean {
  return lines.length > captionLimits.cueLines || countCharacters(lines) > captionLimits.cueCharacters
}

function countCharacters(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + stripCueMarkup(line).length, 0)
}

/**
 * Checks the limits that apply to several cues together. If too many cues were shown at once, every segment
 * would be large.
 */
export function checkCaptionTotals(sorted: readonly Cue[], problems: CaptionProblems): void {
  const total = sorted.reduce((sum, { lines }) => sum + countCharacters(lines), 0)
  const withMarkup = sorted.reduce((sum, { lines }) => sum + lines.join('\n').length, 0)
  if (total > captionLimits.textCharacters || withMarkup > captionLimits.markupCharacters)
    throwCaptionFileError('too_much_text')
  let shown: Cue[] = []
  for (const cue of sorted) {
    shown = [...shown.filter(({ end }) => end > cue.start), cue]
    if (shown.length > captionLimits.simultaneousCues) problems.add('too_many_at_once', cue.at)
  }
  problems.throwIfAny()
}
