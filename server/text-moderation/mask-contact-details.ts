import { findMostSeriousLinkKind, findLinkSpans, findOwnSiteLinkSpans } from './detectors/links.ts'
import { detectGrooming } from './detectors/grooming.ts'
import { normalizeText, type NormalizedText } from './normalize-text.ts'
import { findPersonalInformationSpans, findPersonalInformation } from './detectors/personal-information.ts'
import { findObfuscatedContactDetails } from './detectors/obfuscated-contact-details.ts'
import { normalizeForPhraseMatching, tokenizeWords } from './tokenize-words.ts'

/** The text that replaces a link or a contact detail. */
export const contactDetailMask = '•••'

/**
 * Returns the text in the form that minors see, without links, contact details and other private details.
 * First, links and contact details whose exact position is known are masked. If a line still contains contact
 * details, such as a phone number spelled out in words or an invitation to another app, the whole line is
 * masked. If the text still contains contact details after lines have been masked, the whole text is masked.
 */
export function maskContactDetails(typed: string, site: string): string {
  if (!containsContactDetails(typed, site)) return typed
  const covered = maskSpans(typed, site)
  if (!containsContactDetails(covered, site)) return covered
  const lines = covered
    .split('\n')
    .map((line) => (containsContactDetails(line, site) ? contactDetailMask : line))
  const left = lines.join('\n')
  return containsContactDetails(left, site) ? contactDetailMask : left
}

/** Returns whether the text contains a way to contact or find a person. */
export function containsContactDetails(typed: string, site: string): boolean {
  const folded = normalizeText(typed)
  if (findMostSeriousLinkKind(folded.text, site) !== null) return true
  if (findObfuscatedContactSpans(folded, typed, site).length > 0) return true
  const phrase = normalizeForPhraseMatching(tokenizeWords(folded))
  return (
    detectGrooming(phrase) ||
    detectGrooming(removeSentenceBoundaries(phrase)) ||
    findPersonalInformation({ typed, plain: folded.text, phrase }).length > 0
  )
}

/**
 * Removes the marks (`|`) between sentences. A line break counts as the end of a sentence, but an invitation
 * to another app can continue on the next line.
 */
export function removeSentenceBoundaries(phrase: string): string {
  return phrase.replaceAll(' | ', ' ')
}

/**
 * Returns the positions of obfuscated contact details as [from, to] pairs of offsets in the original text.
 * The result does not include links to this site's own pages.
 */
export function findObfuscatedContactSpans(
  folded: NormalizedText,
  typed: string,
  site: string,
): [number, number][] {
  const own = siteUrlSpans(folded, typed, site)
  return findObfuscatedContactDetails(folded, typed.length).filter(
    ([from, to]) => !own.some(([start, end]) => from >= start && to <= end),
  )
}

function siteUrlSpans({ text, offsets }: NormalizedText, typed: string, site: string): [number, number][] {
  return findOwnSiteLinkSpans(text, site).map(([from, to]) => [
    offsets[from] ?? 0,
    offsets[to] ?? typed.length,
  ])
}

function maskSpans(typed: string, site: string): string {
  const folded = normalizeText(typed)
  const { text: plain, offsets } = folded
  const placeOf = (index: number) => offsets[index] ?? typed.length
  const spans = [
    ...[...findLinkSpans(plain, site), ...findPersonalInformationSpans(plain)].map(([from, to]) => [
      placeOf(from),
      placeOf(to),
    ]),
    ...findObfuscatedContactSpans(folded, typed, site),
  ].toSorted(([a = 0], [b = 0]) => a - b)
  let text = ''
  let place = 0
  for (const [from = 0, end = 0] of spans) {
    const start = Math.max(from, place)
    if (end <= place) continue
    text +=
      typed.slice(place, start) +
      (start === place && text.endsWith(contactDetailMask) ? '' : contactDetailMask)
    place = end
  }
  return text + typed.slice(place)
}
