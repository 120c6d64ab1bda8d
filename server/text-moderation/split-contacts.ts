import { containsContacts } from './mask-contacts.ts'

/*
 * Contact details split over several comments: `my sc`, `is`, `zed`, `77`, or one digit at a time. A comment
 * is checked together with its author's recent comments on the same video.
 */

/** How many earlier comments are considered, and how many of them are joined. */
export const maxRecentComments = 20
const maxJoinedComments = 6
/** In characters. Longer comments are meaningful on their own; fragments are posted one by one. */
const maxFragmentLength = { comment: 30, fragment: 3 }

/** Returns whether a text completes a contact detail that earlier comments (oldest first) have begun. */
export function completesSplitContact(before: readonly string[], text: string, site: string): boolean {
  if (before.length === 0 || !isShorterThan(maxFragmentLength.comment)(text)) return false
  const rows = [before.filter(isShorterThan(maxFragmentLength.comment)).slice(-maxJoinedComments)]
  if (isShorterThan(maxFragmentLength.fragment)(text))
    rows.push(before.filter(isShorterThan(maxFragmentLength.fragment)))
  // Digits, ignoring other comments in between.
  if (isMostlyDigits(text)) rows.push(before.filter(isMostlyDigits))
  return rows.some((parts) => parts.length > 0 && joinsToContact(parts, text, site))
}

function joinsToContact(parts: readonly string[], text: string, site: string): boolean {
  const hasContact = (whole: string) => containsContacts(whole, site)
  // A contact detail that was already complete is not this comment's doing.
  return joinTexts([...parts, text]).some(hasContact) && !joinTexts(parts).some(hasContact)
}

/**
 * Returns the ways to read the parts as one text, with some or all of the trailing single words run together.
 */
function joinTexts(parts: readonly string[]): string[] {
  const trimmed = parts.map((part) => part.trim())
  const oneWord = trimmed.findLastIndex((part) => part.includes(' ')) + 1
  const from = Math.min(oneWord, trimmed.length - 1)
  return trimmed
    .slice(from)
    .map((_, n) => [...trimmed.slice(0, from + n), trimmed.slice(from + n).join('')].join(' '))
}

function isShorterThan(most: number): (part: string) => boolean {
  return (part) => part.length <= most
}

function isMostlyDigits(text: string): boolean {
  return /^[^\p{L}]*\d[^\p{L}]*$/u.test(text)
}
