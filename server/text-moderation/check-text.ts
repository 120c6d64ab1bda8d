import { ApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'
import { textWarnings } from '#contract/errors/text-errors.ts'
import { type AgeBand, defaultSettingValue } from '#contract/safety/safety-defaults.ts'
import { config } from '#server/platform/config.ts'
import { moderateText, type TextVerdict, type TextFinding } from './moderate-text.ts'
import { loadOperatorWordLists } from './operator-word-lists.ts'

type CheckedField = 'comment' | 'title' | 'description' | 'bio' | 'display_name' | 'trailer'

interface TextAuthor {
  /** Who wrote it. */
  band: AgeBand
  /** They were asked, and mean it. */
  anyway: boolean | undefined
  /** Does its audience hold what looks bad? Without it, as the author's own band does. */
  holdsSuspicious?: boolean
  /** Do the strict lists apply (`commenting.ts`)? */
  isStrict?: boolean
}

export interface CheckedText {
  /** As it is to be kept: with rude words covered where they are only covered. */
  text: string
  /** Why somebody should look at it first; empty when nobody needs to. */
  held: TextFinding[]
}

/** Reads a text before it is kept. Refuses what has no place here, and asks back once what may be meant. */
export function checkText(field: CheckedField, text: string, by: TextAuthor): CheckedText {
  const { band, anyway, holdsSuspicious, isStrict = false } = by
  const preset = config.safetyPreset
  const judged = moderateText(text, {
    field,
    band,
    preset,
    isStrict,
    site: siteHost(),
    lists: loadOperatorWordLists(),
    ...(holdsSuspicious !== undefined && { holdsSuspicious }),
  })
  if (judged.outcome === 'refuse') throw new ApiError(errorCodeFor(field, judged.why))
  if (judged.outcome === 'warn' && !anyway)
    throw new ApiError(`${field}_ask`, { problem: warningFor(judged) })
  return { text: judged.masked ?? text, held: judged.outcome === 'hold' ? judged.why : [] }
}

function errorCodeFor(field: CheckedField, why: TextFinding[]): ApiErrorCode {
  if (why.includes('threat')) return `${field}_threat`
  return why.includes('profanity') ? `${field}_rude` : `${field}_unwanted`
}

/** One question at a time: what could harm somebody most first. */
function warningFor({ why, details }: TextVerdict): string {
  if (details[0]) return textWarnings[details[0]]
  const first = (['solicitation', 'cruelty', 'link', 'profanity'] as const).find((one) => why.includes(one))
  return textWarnings[first ?? 'profanity']
}

/** Whether contact details in a comment are held: for those it reaches, or for its author. */
export function holdsContacts(band: AgeBand, holdsSuspicious: boolean): boolean {
  return holdsSuspicious || defaultSettingValue('private_details', band, config.safetyPreset) === 'held'
}

/** What of a text that is kept already somebody should look at. */
export function findTextProblems(field: CheckedField, text: string, band: AgeBand): TextFinding[] {
  const { outcome, why } = moderateText(text, {
    field,
    band,
    preset: config.safetyPreset,
    site: siteHost(),
    lists: loadOperatorWordLists(),
  })
  return outcome === 'hold' || outcome === 'refuse' ? why : []
}

/** The host of this site, with its port: links to its own pages are no links. */
export function siteHost(): string {
  return new URL(config.publicUrl).host
}
