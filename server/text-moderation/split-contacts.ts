import { containsContacts } from './mask-contacts.ts'

/*
 * Contact details written in several comments: `my sc`, `is`, `zed`, `77`, or one digit at a time. A comment is read together with
 * what its author has written under the same video just before.
 */

/** How many earlier comments are looked at, and how many of them are read as a whole. */
export const maxRecentComments = 20
const maxJoinedComments = 6
/** In letters. Longer comments say something by themselves; fragments are written one by one. */
const maxFragmentLength = { comment: 30, fragment: 3 }

/** Whether a text completes a contact detail that the comments before it (oldest first) have begun. */
export function completesSplitContact(before: readonly string[], text: string, site: string): boolean {
  if (before.length === 0 || !isShorterThan(maxFragmentLength.comment)(text)) return false
  const rows = [before.filter(isShorterThan(maxFragmentLength.comment)).slice(-maxJoinedComments)]
  if (isShorterThan(maxFragmentLength.fragment)(text))
    rows.push(before.filter(isShorterThan(maxFragmentLength.fragment)))
  // Figures, whatever was written between them.
  if (isMostlyDigits(text)) rows.push(before.filter(isMostlyDigits))
  return rows.some((parts) => parts.length > 0 && joinsToContact(parts, text, site))
}

function joinsToContact(parts: readonly string[], text: string, site: string): boolean {
  const hasContact = (whole: string) => containsContacts(whole, site)
  // What was complete before is not this comment's doing.
  return joinTexts([...parts, text]).some(hasContact) && !joinTexts(parts).some(hasContact)
}

/** The parts in one row: the first of them as words, the rest, where they are no sentences, as one word. */
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
