import { hasContacts } from './contacts.ts'

/*
 * Contact details written in several comments: `my sc`, `is`, `zed`, `77`, or one digit at a time. A comment is read together with
 * what its author has written under the same video just before.
 */

/** How many earlier comments are looked at, and how many of them are read as a whole. */
export const recentComments = 20
const readTogether = 6
/** In letters. Longer comments say something by themselves; fragments are written one by one. */
const longest = { comment: 30, fragment: 3 }

/** Whether a text completes a contact detail that the comments before it (oldest first) have begun. */
export function completesContact(before: readonly string[], text: string, site: string): boolean {
  if (before.length === 0 || !isShort(longest.comment)(text)) return false
  const rows = [before.filter(isShort(longest.comment)).slice(-readTogether)]
  if (isShort(longest.fragment)(text)) rows.push(before.filter(isShort(longest.fragment)))
  // Figures, whatever was written between them.
  if (isFigures(text)) rows.push(before.filter(isFigures))
  return rows.some((parts) => parts.length > 0 && completes(parts, text, site))
}

function completes(parts: readonly string[], text: string, site: string): boolean {
  const hasContact = (whole: string) => hasContacts(whole, site)
  // What was complete before is not this comment's doing.
  return joinings([...parts, text]).some(hasContact) && !joinings(parts).some(hasContact)
}

/** The parts in one row: the first of them as words, the rest, where they are no sentences, as one word. */
function joinings(parts: readonly string[]): string[] {
  const trimmed = parts.map((part) => part.trim())
  const oneWord = trimmed.findLastIndex((part) => part.includes(' ')) + 1
  const from = Math.min(oneWord, trimmed.length - 1)
  return trimmed
    .slice(from)
    .map((_, n) => [...trimmed.slice(0, from + n), trimmed.slice(from + n).join('')].join(' '))
}

function isShort(most: number): (part: string) => boolean {
  return (part) => part.length <= most
}

function isFigures(text: string): boolean {
  return /^[^\p{L}]*\d[^\p{L}]*$/u.test(text)
}
