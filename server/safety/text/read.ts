import { Refusal, type RefusalCode } from '#contract/refusals.ts'
import { asks } from '#contract/text-refusals.ts'
import { type Band, defaultOf } from '#contract/safety-defaults.ts'
import { config } from '../../platform/config.ts'
import { judge, type Judged, type Why } from './judge.ts'
import { operatorLists } from './operator-lists.ts'

type Field = 'comment' | 'title' | 'description' | 'bio' | 'display_name' | 'trailer'

interface By {
  /** Who wrote it. */
  band: Band
  /** They were asked, and mean it. */
  anyway: boolean | undefined
  /** Does its audience hold what looks bad? Without it, as the author's own band does. */
  holdsSuspicious?: boolean
  /** Do the strict lists apply (`commenting.ts`)? */
  isStrict?: boolean
}

export interface Read {
  /** As it is to be kept: with rude words covered where they are only covered. */
  text: string
  /** Why somebody should look at it first; empty when nobody needs to. */
  held: Why[]
}

/** Reads a text before it is kept. Refuses what has no place here, and asks back once what may be meant. */
export function readText(field: Field, text: string, by: By): Read {
  const { band, anyway, holdsSuspicious, isStrict = false } = by
  const preset = config.safetyPreset
  const judged = judge(text, {
    field,
    band,
    preset,
    isStrict,
    site: thisSite(),
    lists: operatorLists(),
    ...(holdsSuspicious !== undefined && { holdsSuspicious }),
  })
  if (judged.outcome === 'refuse') throw new Refusal(refusalOf(field, judged.why))
  if (judged.outcome === 'warn' && !anyway) throw new Refusal(`${field}_ask`, { problem: askOf(judged) })
  return { text: judged.masked ?? text, held: judged.outcome === 'hold' ? judged.why : [] }
}

function refusalOf(field: Field, why: Why[]): RefusalCode {
  if (why.includes('threat')) return `${field}_threat`
  return why.includes('profanity') ? `${field}_rude` : `${field}_unwanted`
}

/** One question at a time: what could harm somebody most first. */
function askOf({ why, details }: Judged): string {
  if (details[0]) return asks[details[0]]
  const first = (['solicitation', 'cruelty', 'link', 'profanity'] as const).find((one) => why.includes(one))
  return asks[first ?? 'profanity']
}

/** Whether contact details in a comment are held: for those it reaches, or for its author. */
export function holdsContacts(band: Band, holdsSuspicious: boolean): boolean {
  return holdsSuspicious || defaultOf('private_details', band, config.safetyPreset) === 'held'
}

/** What of a text that is kept already somebody should look at. */
export function standsOut(field: Field, text: string, band: Band): Why[] {
  const { outcome, why } = judge(text, {
    field,
    band,
    preset: config.safetyPreset,
    site: thisSite(),
    lists: operatorLists(),
  })
  return outcome === 'hold' || outcome === 'refuse' ? why : []
}

/** The host of this site, with its port: links to its own pages are no links. */
export function thisSite(): string {
  return new URL(config.publicUrl).host
}
