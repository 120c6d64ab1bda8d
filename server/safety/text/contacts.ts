import { linkIn, linkSpans, siteSpans } from './links.ts'
import { luring } from './luring.ts'
import { fold, type Folded } from './normalise.ts'
import { detailSpans, privateDetails } from './private-details.ts'
import { reachSpans } from './reach.ts'
import { said, wordsOf } from './words.ts'

/** What stands in the place of a link or a contact detail. */
export const hiddenMark = '•••'

/**
 * The text without links, contact details and other private details, as minors see it (ruling 39). Covers the places that can be
 * pointed at; where something is left (a number in words, an invitation to write elsewhere) covers the line, and else the whole text.
 */
export function withoutContacts(typed: string, site: string): string {
  if (!hasContacts(typed, site)) return typed
  const covered = cover(typed, site)
  if (!hasContacts(covered, site)) return covered
  const lines = covered.split('\n').map((line) => (hasContacts(line, site) ? hiddenMark : line))
  const left = lines.join('\n')
  return hasContacts(left, site) ? hiddenMark : left
}

/** Is there a way to reach or find somebody in it? */
export function hasContacts(typed: string, site: string): boolean {
  const folded = fold(typed)
  if (linkIn(folded.text, site) !== null) return true
  if (looseSpans(folded, typed, site).length > 0) return true
  const phrase = said(wordsOf(folded))
  return (
    luring(phrase) ||
    luring(unbroken(phrase)) ||
    privateDetails({ typed, plain: folded.text, said: phrase }).length > 0
  )
}

/** A phrase as one sentence: a line break in the middle of an invitation is no way around it. */
export function unbroken(phrase: string): string {
  return phrase.replaceAll(' | ', ' ')
}

/** Ways to reach somebody that are written loosely, but for this site's own pages. From, to, as typed. */
export function looseSpans(folded: Folded, typed: string, site: string): [number, number][] {
  const own = ownSpans(folded, typed, site)
  return reachSpans(folded, typed.length).filter(
    ([from, to]) => !own.some(([start, end]) => from >= start && to <= end),
  )
}

function ownSpans({ text, at }: Folded, typed: string, site: string): [number, number][] {
  return siteSpans(text, site).map(([from, to]) => [at[from] ?? 0, at[to] ?? typed.length])
}

function cover(typed: string, site: string): string {
  const folded = fold(typed)
  const { text: plain, at } = folded
  const placeOf = (index: number) => at[index] ?? typed.length
  const spans = [
    ...[...linkSpans(plain, site), ...detailSpans(plain)].map(([from, to]) => [placeOf(from), placeOf(to)]),
    ...looseSpans(folded, typed, site),
  ].toSorted(([a = 0], [b = 0]) => a - b)
  let text = ''
  let place = 0
  for (const [from = 0, end = 0] of spans) {
    const start = Math.max(from, place)
    if (end <= place) continue
    text += typed.slice(place, start) + (start === place && text.endsWith(hiddenMark) ? '' : hiddenMark)
    place = end
  }
  return text + typed.slice(place)
}
