import { type AgeBand, getDefaultSettingValue, type SafetyPreset } from '#contract/safety/safety-defaults.ts'
import { findObfuscatedContactSpans, removeSentenceBoundaries } from './mask-contact-details.ts'
import { detectBullying } from './detectors/bullying.ts'
import { type ExternalLinkKind, findMostSeriousLinkKind } from './detectors/links.ts'
import { matchWordLists, type WordLists, emptyWordLists, removeAllowedWords } from './word-lists.ts'
import { detectGrooming } from './detectors/grooming.ts'
import { maskProfanity } from './mask-profanity.ts'
import { normalizeText } from './normalize-text.ts'
import { type PersonalInformationKind, findPersonalInformation } from './detectors/personal-information.ts'
import { findProfanity } from './detectors/profanity.ts'
import { detectSolicitation } from './detectors/solicitation.ts'
import { normalizeForPhraseMatching, tokenizeWords } from './tokenize-words.ts'

export type ModeratedField =
  | 'comment'
  | 'title'
  | 'description'
  | 'bio'
  | 'display_name'
  | 'username'
  | 'trailer'
  | 'chapters'
  | 'tags'
  | 'captions'

/** A problem found in the text. `listed` means that an entry of the operator's word lists matched. */
export type TextFinding =
  | 'profanity'
  | 'threat'
  | 'cruelty'
  | 'solicitation'
  | 'private_details'
  | 'link'
  | 'listed'

export interface TextVerdict {
  /**
   * If the outcome is `warn`, the author is asked once to confirm the text. If the outcome is `hold`, other
   * people see the text only after approval.
   */
  outcome: TextOutcome
  findings: TextFinding[]
  /** The kinds of private details in the text. */
  details: PersonalInformationKind[]
  /** The text with its profanity masked. Set only if profanity has the outcome `warn`. */
  masked?: string
}

interface TextContext {
  field: ModeratedField
  /** The age band of the text's author. */
  band: AgeBand
  preset: SafetyPreset
  /**
   * Whether suspicious text is held, according to the safety defaults for the age band of the item's creator.
   * If this field is omitted, the safety defaults for the author's own age band apply.
   */
  holdsSuspicious?: boolean
  /**
   * Whether the author is an adult who writes to a minor whom the author does not know. If `isStrict` is
   * true, links, contact details, flattery and suggestions to meet are held.
   */
  isStrict?: boolean
  /** The host of this site. Links to this site's own pages do not count as links. */
  site?: string
  lists?: WordLists
}

/**
 * Decides whether text is allowed, needs the author's confirmation, is held for approval, or is rejected.
 * This is a pure function of the text, its context and the word lists.
 */
export function moderateText(text: string, about: TextContext): TextVerdict {
  const { lists = emptyWordLists, site = '', isStrict = false } = about
  const folded = normalizeText(text)
  const plain = folded.text
  const words = removeAllowedWords(tokenizeWords(folded), lists)
  const phrase = normalizeForPhraseMatching(words)
  const rude = findProfanity(words, phrase)
  const link = findMostSeriousLinkKind(plain, site)
  const suspicious = shouldHoldSuspicious(about) ? 'hold' : 'warn'
  const hurt = detectBullying(phrase)
  const details = findPersonalInformation({ typed: text, plain, phrase })
  const list = matchWordLists(words, lists)
  const asPrivate = privateDetailsOutcome(about)
  // If private details are held, obfuscated contact details are held too, because they would be masked for
  // minors. If private details only cause a warning, obfuscated contact details are ignored, because their
  // loose patterns would match the texts of many harmless authors.
  const isHeld = asPrivate !== 'warn' || isStrict
  const isLoose = isHeld && findObfuscatedContactSpans(folded, text, site).length > 0
  const reasons: [TextFinding, TextOutcome, boolean][] = [
    ['threat', 'refuse', hurt === 'deadly'],
    ['profanity', profanityOutcome(about), rude.length > 0],
    ['cruelty', suspicious, hurt === 'cruel'],
    [
      'solicitation',
      asPrivate === 'warn' ? suspicious : asPrivate,
      link === 'chat' ||
        detectGrooming(phrase) ||
        (isHeld && detectGrooming(removeSentenceBoundaries(phrase))),
    ],
    ['solicitation', 'hold', isStrict && detectSolicitation(phrase)],
    ['private_details', asPrivate, details.length > 0],
    ['private_details', asPrivate, isLoose],
    ['link', asPrivate, link !== null && !isExpectedLink(link, about)],
    ['listed', list ?? 'hold', list !== null],
  ]
  const found = reasons.filter(([, , is]) => is)
  const isMasked = found.some(([why, outcome]) => why === 'profanity' && outcome === 'warn')
  return {
    outcome: severestOutcome(found.map(([, outcome]) => outcome)),
    findings: [...new Set(found.map(([why]) => why))],
    details,
    ...(isMasked && { masked: maskProfanity(text, rude) }),
  }
}

/**
 * Returns whether suspicious text is held for approval. For a comment, the result depends on the safety
 * defaults for the age band of the item's creator. For all other text, the result depends on the safety
 * defaults for the author's age band.
 */
function shouldHoldSuspicious({ holdsSuspicious: holds, band, preset }: TextContext): boolean {
  return holds ?? getDefaultSettingValue('comments_held', band, preset) !== 'nothing'
}

/**
 * Returns the outcome for text with profanity. A name or a tag cannot be partly masked, so profanity in it is
 * always rejected.
 */
function profanityOutcome({ field, band, preset }: TextContext): TextOutcome {
  const isName = field === 'username' || field === 'display_name' || field === 'tags'
  return isName || getDefaultSettingValue('profanity', band, preset) === 'refused' ? 'refuse' : 'warn'
}

/**
 * The `trailer` field always contains a link, so adult authors are warned only if the link hides its
 * destination.
 */
function isExpectedLink(link: ExternalLinkKind, { field, band }: TextContext): boolean {
  return field === 'trailer' && band === '18-19' && link === 'other'
}

/**
 * Returns the outcome for text with private details. Whether text with private details is held for approval
 * depends on the author's age band and, for comments, also on the age band of the item's creator.
 */
function privateDetailsOutcome({ field, band, preset, holdsSuspicious: holds }: TextContext): TextOutcome {
  // Display names and tags are visible to everyone, including minors, and cannot be partly masked.
  if (field === 'display_name' || field === 'tags') return 'refuse'
  return holds || getDefaultSettingValue('private_details', band, preset) === 'held' ? 'hold' : 'warn'
}

const textOutcomes = ['allow', 'warn', 'hold', 'refuse'] as const
type TextOutcome = (typeof textOutcomes)[number]

function severestOutcome(found: TextOutcome[]): TextOutcome {
  return textOutcomes.findLast((outcome) => found.includes(outcome)) ?? 'allow'
}
