import { type AgeBand, defaultSettingValue, type SafetyPreset } from '#contract/safety/safety-defaults.ts'
import { obfuscatedContactSpans, unbroken } from './mask-contacts.ts'
import { detectCruelty } from './detectors/cruelty.ts'
import { type LinkKind, findLinkKind } from './detectors/links.ts'
import { matchWordLists, type WordLists, emptyWordLists, removeAllowedWords } from './word-lists.ts'
import { detectGrooming } from './detectors/grooming.ts'
import { maskProfanity } from './mask-profanity.ts'
import { normalizeText } from './normalize-text.ts'
import { type PrivateDetail, findPrivateDetails } from './detectors/private-details.ts'
import { findProfanity } from './detectors/profanity.ts'
import { detectSolicitation } from './detectors/solicitation.ts'
import { toPhraseText, splitWords } from './word-forms.ts'

export type ModeratedField =
  'comment' | 'title' | 'description' | 'bio' | 'display_name' | 'username' | 'trailer'

/** What stood out. `listed`: a word of the operator's lists. */
export type TextFinding =
  'profanity' | 'threat' | 'cruelty' | 'solicitation' | 'private_details' | 'link' | 'listed'

export interface TextVerdict {
  /** `warn`: its author is asked once whether they mean it. `hold`: somebody looks at it first. */
  outcome: TextOutcome
  why: TextFinding[]
  /** The private details that were found. */
  details: PrivateDetail[]
  /** With `warn` for rude words: the text as it will stand there. */
  masked?: string
}

interface TextContext {
  field: ModeratedField
  /** Who wrote it. */
  band: AgeBand
  preset: SafetyPreset
  /** Whose audience it reaches holds what looks bad (`comments_held`); without it, as the author's own band does. */
  holdsSuspicious?: boolean
  /** An adult writes to a minor who does not know them: links, contact details, meeting up and flattery are held. */
  isStrict?: boolean
  /** The host of this site: its own pages are no links. */
  site?: string
  lists?: WordLists
}

/** What to do with a text. Pure: the same text, person and lists give the same answer. */
export function moderateText(text: string, about: TextContext): TextVerdict {
  const { lists = emptyWordLists, site = '', isStrict = false } = about
  const folded = normalizeText(text)
  const plain = folded.text
  const words = removeAllowedWords(splitWords(folded), lists)
  const phrase = toPhraseText(words)
  const rude = findProfanity(words, phrase)
  const link = findLinkKind(plain, site)
  const suspicious = shouldHoldSuspicious(about) ? 'hold' : 'warn'
  const hurt = detectCruelty(phrase)
  const details = findPrivateDetails({ typed: text, plain, said: phrase })
  const list = matchWordLists(words, lists)
  const asPrivate = privateDetailsOutcome(about)
  // What would be covered is held. Adults among adults are only asked about what is plain: others would be asked who mean no harm.
  const isHeld = asPrivate !== 'warn' || isStrict
  const isLoose = isHeld && obfuscatedContactSpans(folded, text, site).length > 0
  const reasons: [TextFinding, TextOutcome, boolean][] = [
    ['threat', 'refuse', hurt === 'deadly'],
    ['profanity', profanityOutcome(about), rude.length > 0],
    ['cruelty', suspicious, hurt === 'cruel'],
    [
      'solicitation',
      asPrivate === 'warn' ? suspicious : asPrivate,
      link === 'chat' || detectGrooming(phrase) || (isHeld && detectGrooming(unbroken(phrase))),
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
    why: [...new Set(found.map(([why]) => why))],
    details,
    ...(isMasked && { masked: maskProfanity(text, rude) }),
  }
}

/** What strangers' words may do to those whose audience it is; in one's own texts, by one's own age. */
function shouldHoldSuspicious({ holdsSuspicious: holds, band, preset }: TextContext): boolean {
  return holds ?? defaultSettingValue('comments_held', band, preset) !== 'nothing'
}

/** A name can't be half covered. */
function profanityOutcome({ field, band, preset }: TextContext): TextOutcome {
  const isName = field === 'username' || field === 'display_name'
  return isName || defaultSettingValue('profanity', band, preset) === 'refused' ? 'refuse' : 'warn'
}

/** A trailer is a link: an adult is not asked whether they mean one, unless it hides where it leads. */
function isExpectedLink(link: LinkKind, { field, band }: TextContext): boolean {
  return field === 'trailer' && band === '18-19' && link === 'other'
}

/** Held for who wrote it, or for those it reaches. */
function privateDetailsOutcome({ field, band, preset, holdsSuspicious: holds }: TextContext): TextOutcome {
  // A name stands everywhere, also before minors, and can't be half covered.
  if (field === 'display_name') return 'refuse'
  return holds || defaultSettingValue('private_details', band, preset) === 'held' ? 'hold' : 'warn'
}

const textOutcomes = ['allow', 'warn', 'hold', 'refuse'] as const
type TextOutcome = (typeof textOutcomes)[number]

function severestOutcome(found: TextOutcome[]): TextOutcome {
  return textOutcomes.findLast((outcome) => found.includes(outcome)) ?? 'allow'
}
