import { type Band, defaultOf, type Preset } from '#contract/safety-defaults.ts'
import { looseSpans, unbroken } from './contacts.ts'
import { cruelty } from './cruelty.ts'
import { type Link, linkIn } from './links.ts'
import { listed, type Lists, noLists, withoutAllowed } from './listed.ts'
import { luring } from './luring.ts'
import { masked } from './masked.ts'
import { fold } from './normalise.ts'
import { type Detail, privateDetails } from './private-details.ts'
import { rudeWords } from './profanity.ts'
import { soliciting } from './soliciting.ts'
import { said, wordsOf } from './words.ts'

export type Field = 'comment' | 'title' | 'description' | 'bio' | 'display_name' | 'username' | 'trailer'

/** What stood out. `listed`: a word of the operator's lists. */
export type Why = 'profanity' | 'threat' | 'cruelty' | 'solicitation' | 'private_details' | 'link' | 'listed'

export interface Judged {
  /** `warn`: its author is asked once whether they mean it. `hold`: somebody looks at it first. */
  outcome: Outcome
  why: Why[]
  /** The private details that were found. */
  details: Detail[]
  /** With `warn` for rude words: the text as it will stand there. */
  masked?: string
}

interface About {
  field: Field
  /** Who wrote it. */
  band: Band
  preset: Preset
  /** Whose audience it reaches holds what looks bad (`comments_held`); without it, as the author's own band does. */
  holdsSuspicious?: boolean
  /** An adult writes to a minor who does not know them: links, contact details, meeting up and flattery are held. */
  isStrict?: boolean
  /** The host of this site: its own pages are no links. */
  site?: string
  lists?: Lists
}

/** What to do with a text. Pure: the same text, person and lists give the same answer. */
export function judge(text: string, about: About): Judged {
  const { lists = noLists, site = '', isStrict = false } = about
  const folded = fold(text)
  const plain = folded.text
  const words = withoutAllowed(wordsOf(folded), lists)
  const phrase = said(words)
  const rude = rudeWords(words, phrase)
  const link = linkIn(plain, site)
  const suspicious = holdsSuspicious(about) ? 'hold' : 'warn'
  const hurt = cruelty(phrase)
  const details = privateDetails({ typed: text, plain, said: phrase })
  const list = listed(words, lists)
  const asPrivate = privateOutcome(about)
  // What would be covered is held. Adults among adults are only asked about what is plain: others would be asked who mean no harm.
  const isHeld = asPrivate !== 'warn' || isStrict
  const isLoose = isHeld && looseSpans(folded, text, site).length > 0
  const reasons: [Why, Outcome, boolean][] = [
    ['threat', 'refuse', hurt === 'deadly'],
    ['profanity', rudeOutcome(about), rude.length > 0],
    ['cruelty', suspicious, hurt === 'cruel'],
    [
      'solicitation',
      asPrivate === 'warn' ? suspicious : asPrivate,
      link === 'chat' || luring(phrase) || (isHeld && luring(unbroken(phrase))),
    ],
    ['solicitation', 'hold', isStrict && soliciting(phrase)],
    ['private_details', asPrivate, details.length > 0],
    ['private_details', asPrivate, isLoose],
    ['link', asPrivate, link !== null && !isExpected(link, about)],
    ['listed', list ?? 'hold', list !== null],
  ]
  const found = reasons.filter(([, , is]) => is)
  const isMasked = found.some(([why, outcome]) => why === 'profanity' && outcome === 'warn')
  return {
    outcome: severest(found.map(([, outcome]) => outcome)),
    why: [...new Set(found.map(([why]) => why))],
    details,
    ...(isMasked && { masked: masked(text, rude) }),
  }
}

/** What strangers' words may do to those whose audience it is; in one's own texts, by one's own age. */
function holdsSuspicious({ holdsSuspicious: holds, band, preset }: About): boolean {
  return holds ?? defaultOf('comments_held', band, preset) !== 'nothing'
}

/** A name can't be half covered. */
function rudeOutcome({ field, band, preset }: About): Outcome {
  const isName = field === 'username' || field === 'display_name'
  return isName || defaultOf('profanity', band, preset) === 'refused' ? 'refuse' : 'warn'
}

/** A trailer is a link: an adult is not asked whether they mean one, unless it hides where it leads. */
function isExpected(link: Link, { field, band }: About): boolean {
  return field === 'trailer' && band === '18-19' && link === 'other'
}

/** Held for who wrote it, or for those it reaches. */
function privateOutcome({ field, band, preset, holdsSuspicious: holds }: About): Outcome {
  // A name stands everywhere, also before minors, and can't be half covered.
  if (field === 'display_name') return 'refuse'
  return holds || defaultOf('private_details', band, preset) === 'held' ? 'hold' : 'warn'
}

const outcomes = ['allow', 'warn', 'hold', 'refuse'] as const
type Outcome = (typeof outcomes)[number]

function severest(found: Outcome[]): Outcome {
  return outcomes.findLast((outcome) => found.includes(outcome)) ?? 'allow'
}
