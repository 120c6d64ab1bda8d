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
  /** The line of the uploaded file, from 1. */
  at: number
}

/** A refusal or a warning that knows the line it is about. */
export class CaptionTextError extends ApiError {
  readonly line: number
  /** The text of a warning. */
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
 * Checks the text of captions and returns it with masked profanity. What a description would be held for is
 * refused with the number of the line, because a hold would hide the whole video for one line. Warnings are
 * thrown unless the author has confirmed the text.
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
 * Returns automatic captions without the lines that would be refused in a file. Those lines are empty. Profanity that
 * a file could contain masked is masked.
 */
export async function removeRejectedCaptionLines(
  lines: readonly string[],
  { band }: { band: AgeBand },
): Promise<string[]> {
  const kept = [...lines]
  for await (const [from, to] of overlappingParts(lines)) {
    if (judge(kept.slice(from, to).join('\n'), band).outcome === 'allow') continue
    for (let at = from; at < to; at++) kept[at] = keepAllowedText(kept[at]!, band)
    const { outcome } = judge(kept.slice(from, to).join('\n'), band)
    // The problem is spread over several lines.
    if (outcome !== 'allow' && outcome !== 'warn') kept.fill('', from, to)
  }
  return kept
}

function keepAllowedText(line: string, band: AgeBand): string {
  const { outcome, masked } = judge(line, band)
  return outcome === 'allow' || outcome === 'warn' ? (masked ?? line) : ''
}

/** Returns the lines as everyone sees them, with links and contact details masked. */
export async function maskCaptionContactDetails(lines: readonly string[]): Promise<string[]> {
  const shown = [...lines]
  for await (const [from, to] of overlappingParts(lines)) {
    const part = lines.slice(from, to)
    const text = part.join('\n')
    const masked = maskContactDetails(text, getSiteHostForLinkChecks())
    if (masked === text) continue
    const each = masked.split('\n')
    // If the whole part had to be masked, the mask has one line.
    for (let at = from; at < to; at++) {
      const line = each.length === part.length ? each[at - from]! : masked
      if (line !== lines[at]) shown[at] = line
    }
  }
  return shown
}

/**
 * Returns the ranges of lines that are checked together. The ranges overlap, so that a phone number or a phrase
 * that is split over several lines is found. Short ranges are checked much faster than one long text. Other
 * requests are answered in between, because the text of a long film takes more than a second.
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

/** Returns the number of the first line that has the problem by itself, or else of the first line. */
function findLine(lines: readonly CaptionLine[], { outcome }: TextVerdict, band: AgeBand): number {
  return (lines.find(({ text }) => judge(text, band).outcome === outcome) ?? lines[0]!).at
}

function errorCodeFor(why: readonly TextFinding[]): CaptionTextErrorCode {
  if (why.includes('threat')) return 'captions_threat'
  if (why.includes('profanity')) return 'captions_rude'
  return why.includes('listed') || why.includes('cruelty') ? 'captions_unwanted' : 'captions_contact'
}
