import { ApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'
import { userTextWarnings } from '#contract/errors/user-text-warnings.ts'
import { type AgeBand, getDefaultSettingValue } from '#contract/safety/safety-defaults.ts'
import { config } from '#server/platform/config.ts'
import { moderateText, type TextVerdict, type TextFinding } from './moderate-text.ts'
import { loadOperatorWordLists } from './operator-word-lists.ts'

type CheckedField = 'comment' | 'title' | 'description' | 'bio' | 'display_name' | 'trailer' | 'chapters'

interface TextAuthor {
  /** The age band of the text's author. */
  band: AgeBand
  /** Set if the author has seen the warning and chosen to post the text anyway. */
  anyway: boolean | undefined
  /**
   * Whether suspicious text must be held for approval because of the audience. If this property is missing,
   * the safety defaults for the author's own age band decide.
   */
  holdsSuspicious?: boolean
  /**
   * Whether the strict word lists apply, because an adult stranger is commenting on a minor's video
   * (access-policy/comment-policy.ts).
   */
  isStrict?: boolean
}

export interface TextCheckResult {
  /**
   * The text to store. If the author may post profanity after a warning, the profanity in the text is masked.
   */
  text: string
  /**
   * The reasons why a moderator or the creator must approve the text before it is published. The list is
   * empty if the text can be published.
   */
  held: TextFinding[]
}

/**
 * Checks text before it is stored. Throws if the text must be rejected. If the author may post problematic
 * text after a warning, throws this warning unless the author has already confirmed the text.
 */
export function checkUserText(field: CheckedField, text: string, by: TextAuthor): TextCheckResult {
  const { band, anyway, holdsSuspicious, isStrict = false } = by
  const preset = config.safetyPreset
  const judged = moderateText(text, {
    field,
    band,
    preset,
    isStrict,
    site: getSiteHostForLinkChecks(),
    lists: loadOperatorWordLists(),
    ...(holdsSuspicious !== undefined && { holdsSuspicious }),
  })
  if (judged.outcome === 'refuse') throw new ApiError(errorCodeFor(field, judged.findings))
  if (judged.outcome === 'warn' && !anyway)
    throw new ApiError(`${field}_ask`, { problem: getTextWarning(judged) })
  return { text: judged.masked ?? text, held: judged.outcome === 'hold' ? judged.findings : [] }
}

/**
 * Checks the tags of a video. Throws if there is any problem, because a tag is part of a URL and cannot be
 * masked, and the video's owner can easily choose another tag. The tags are also checked together, because a
 * phone number or a phrase can be split across several tags.
 */
export function checkTags(tags: readonly string[], band: AgeBand): void {
  const texts = tags.map((tag) => tag.replaceAll('-', ' '))
  for (const text of [...texts, texts.join(' ')]) {
    const { outcome, findings } = moderateText(text, {
      field: 'tags',
      band,
      preset: config.safetyPreset,
      site: getSiteHostForLinkChecks(),
      lists: loadOperatorWordLists(),
    })
    if (outcome !== 'allow') throw new ApiError(tagErrorCodeFor(findings))
  }
}

function tagErrorCodeFor(why: TextFinding[]): ApiErrorCode {
  if (why.includes('threat')) return 'tags_threat'
  if (why.includes('profanity')) return 'tags_rude'
  return why.includes('listed') ? 'tags_unwanted' : 'tags_contact'
}

function errorCodeFor(field: CheckedField, why: TextFinding[]): ApiErrorCode {
  if (why.includes('threat')) return `${field}_threat`
  return why.includes('profanity') ? `${field}_rude` : `${field}_unwanted`
}

/**
 * Returns the warning text for the most harmful problem, because an author sees only one warning at a time.
 */
export function getTextWarning({ findings, details }: TextVerdict): string {
  if (details[0]) return userTextWarnings[details[0]]
  const first = (['solicitation', 'cruelty', 'link', 'profanity'] as const).find((one) =>
    findings.includes(one),
  )
  return userTextWarnings[first ?? 'profanity']
}

/**
 * Returns whether a comment with contact details is held for approval because of its audience or its author's
 * age.
 */
export function shouldHoldContactDetails(band: AgeBand, holdsSuspicious: boolean): boolean {
  return holdsSuspicious || getDefaultSettingValue('private_details', band, config.safetyPreset) === 'held'
}

/** Returns the problems in stored text that a moderator has to review. */
export function findTextProblemsForReview(field: CheckedField, text: string, band: AgeBand): TextFinding[] {
  const { outcome, findings } = moderateText(text, {
    field,
    band,
    preset: config.safetyPreset,
    site: getSiteHostForLinkChecks(),
    lists: loadOperatorWordLists(),
  })
  return outcome === 'hold' || outcome === 'refuse' ? findings : []
}

/** The host and port of this site. Links to the site's own pages do not count as links. */
export function getSiteHostForLinkChecks(): string {
  return new URL(config.publicUrl).host
}
