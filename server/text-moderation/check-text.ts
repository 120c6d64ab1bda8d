import { ApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'
import { textWarnings } from '#contract/errors/text-errors.ts'
import { type AgeBand, defaultSettingValue } from '#contract/safety/safety-defaults.ts'
import { config } from '#server/platform/config.ts'
import { moderateText, type TextVerdict, type TextFinding } from './moderate-text.ts'
import { loadOperatorWordLists } from './operator-word-lists.ts'

type CheckedField = 'comment' | 'title' | 'description' | 'bio' | 'display_name' | 'trailer'

interface TextAuthor {
  /** The author's age band. */
  band: AgeBand
  /** The author was warned and wants to post the text anyway. */
  anyway: boolean | undefined
  /** Whether the audience's settings hold suspicious text; defaults to those of the author's own band. */
  holdsSuspicious?: boolean
  /** Whether the strict lists apply (access-policy/commenting.ts). */
  isStrict?: boolean
}

export interface CheckedText {
  /** The text to store, with profanity masked if that is the outcome. */
  text: string
  /** Why a moderator or the creator has to approve it first; empty if nobody has to. */
  held: TextFinding[]
}

/**
 * Checks a text before it is stored. Throws if it is not acceptable, and once as a warning if the author may
 * post it anyway.
 */
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

/** Gives one warning at a time, for the most harmful finding first. */
function warningFor({ why, details }: TextVerdict): string {
  if (details[0]) return textWarnings[details[0]]
  const first = (['solicitation', 'cruelty', 'link', 'profanity'] as const).find((one) => why.includes(one))
  return textWarnings[first ?? 'profanity']
}

/** Returns whether contact details in a comment are held, because of its audience or its author. */
export function holdsContacts(band: AgeBand, holdsSuspicious: boolean): boolean {
  return holdsSuspicious || defaultSettingValue('private_details', band, config.safetyPreset) === 'held'
}

/** Returns the findings in a stored text that need review. */
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

/** The host of this site with its port. Links to its own pages do not count as links. */
export function siteHost(): string {
  return new URL(config.publicUrl).host
}
