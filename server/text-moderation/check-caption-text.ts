import { setImmediate } from 'node:timers/promises'
import { ApiError } from '#contract/errors/api-error.ts'
import type { AgeBand } from '#contract/safety/safety-defaults.ts'
import { config } from '#server/platform/config.ts'
import { getSiteHostForLinkChecks, getTextWarning } from './check-user-text.ts'
import { maskContactDetails } from './mask-contact-details.ts'
import { moderateText, type TextFinding, type TextVerdict } from './moderate-text.ts'
import { loadOperatorWordLists } from './operator-word-lists.ts'

export interface CaptionLine {
  text: string
  /** The number of this line in the uploaded caption file, starting at 1. */
  at: number
}

/**
 * Thrown if caption text is refused or causes a warning. Contains the number of the line that caused the
 * error.
 */
export class CaptionTextError extends ApiError {
  readonly line: number
  /** The warning text that the author sees. Empty if the text is refused. */
  readonly problem: string

  constructor(code: CaptionTextErrorCode, line: number, problem = '') {
    super(code, { line, problem })
    this.line = line
    this.problem = problem
  }
}
export type CaptionTextErrorCode =
  | 'captions_rude'
  | 'captions_threat'
  | 'captions_unwanted'
  | 'captions_contact'
  | 'captions_ask'

/**
 * Checks the text of captions and returns it with masked profanity. Captions are never held for review,
 * because holding one line would hide the whole video. If a line contains text that would be held in a
 * description, the captions are refused with the number of the line. Throws a warning unless the author has
 * already confirmed the text.
 */
export async function checkCaptionText(
  lines: readonly CaptionLine[],
  { band, anyway }: { band: AgeBand; anyway: boolean | undefined },
): Promise<string[]> {
  const checked = lines.map(({ text }) => text)
  for await (const [from, to] of overlappingParts(checked)) {
    const judged = judge(checked.slice(from, to).join('\n'), band)
    if (judged.outcome === 'allow') continue
    const line = findLine(lines.slice(from, to), judged, band)
    if (judged.outcome !== 'warn') throw new CaptionTextError(errorCodeFor(judged.findings), line)
    if (!anyway) throw new CaptionTextError('captions_ask', line, getTextWarning(judged))
    const masked = judged.masked?.split('\n') ?? checked.slice(from, to)
    if (masked.length !== to - from) throw new CaptionTextError('captions_rude', line)
    checked.splice(from, to - from, ...masked)
  }
  return checked
}

/**
 * Returns automatic captions in which every line that would be refused in an uploaded file is replaced by an
 * empty line. Profanity that would be masked in an uploaded caption file is masked in automatic captions too.
 */
export async function blankRejectedCaptionLines(
  lines: readonly string[],
  { band }: { band: AgeBand },
): Promise<string[]> {
  const kept = [...lines]
  for await (const [from, to] of overlappingParts(lines)) {
    if (judge(kept.slice(from, to).join('\n'), band).outcome === 'allow') continue
    for (let at = from; at < to; at++) kept[at] = keepAllowedText(kept[at]!, band)
    const { outcome } = judge(kept.slice(from, to).join('\n'), band)
    // None of the lines is refused on its own, so the problem is spread over several lines.
    if (outcome !== 'allow' && outcome !== 'warn') kept.fill('', from, to)
  }
  return kept
}

function keepAllowedText(line: string, band: AgeBand): string {
  const { outcome, masked } = judge(line, band)
  return outcome === 'allow' || outcome === 'warn' ? (masked ?? line) : ''
}

/** Returns the caption lines as all viewers see them, with links and contact details masked. */
export async function maskCaptionContactDetails(lines: readonly string[]): Promise<string[]> {
  const shown = [...lines]
  for await (const [from, to] of overlappingParts(lines)) {
    const part = lines.slice(from, to)
    const text = part.join('\n')
    const masked = maskContactDetails(text, getSiteHostForLinkChecks())
    if (masked === text) continue
    const each = masked.split('\n')
    // If the whole range of lines had to be masked, the masked text is a single line.
    for (let at = from; at < to; at++) {
      const line = each.length === part.length ? each[at - from]! : masked
      if (line !== lines[at]) shown[at] = line
    }
  }
  return shown
}

/**
 * Returns the ranges of lines that are checked together. The ranges overlap, so that a phone number or a
 * phrase that is split over several lines is found. Short ranges are checked much faster than one long text.
 * Checking the text of a long film takes more than a second, so other requests are served between two ranges.
 */
async function* overlappingParts(lines: readonly string[]): AsyncGenerator<[from: number, to: number]> {
  const [size, overlap] = [24, 4]
  for (let from = 0; from < lines.length; from += size - overlap) {
    const to = Math.min(from + size, lines.length)
    yield [from, to]
    if (to === lines.length) return
    await setImmediate()
  }
}

function judge(text: string, band: AgeBand): TextVerdict {
  return moderateText(text, {
    field: 'captions',
    band,
    preset: config.safetyPreset,
    site: getSiteHostForLinkChecks(),
    lists: loadOperatorWordLists(),
  })
}

/**
 * Returns the number of the first line that has the problem on its own. If no single line has the problem,
 * returns the number of the first line.
 */
function findLine(lines: readonly CaptionLine[], { outcome }: TextVerdict, band: AgeBand): number {
  return (lines.find(({ text }) => judge(text, band).outcome === outcome) ?? lines[0]!).at
}

function errorCodeFor(why: readonly TextFinding[]): CaptionTextErrorCode {
  if (why.includes('threat')) return 'captions_threat'
  if (why.includes('profanity')) return 'captions_rude'
  return why.includes('listed') || why.includes('cruelty') ? 'captions_unwanted' : 'captions_contact'
}
