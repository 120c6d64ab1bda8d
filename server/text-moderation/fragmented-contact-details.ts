import { containsContactDetails } from './mask-contact-details.ts'

/*
 * Detects contact details that are split over several comments (`my sc`, `is`, `zed`, `77`) or sent one digit
 * at a time. Each comment is checked together with its author's recent comments on the same video.
 */

/**
 * How many of the author's earlier comments are loaded, and how many of these are joined and checked
 * together.
 */
export const maxRecentCommentsChecked = 20
const maxJoinedComments = 6
/**
 * The maximum lengths, in characters, of comments that are joined. A comment of up to `fragment` characters
 * is joined with all earlier comments of up to `fragment` characters. A comment of up to `comment` characters
 * is joined with the last `maxJoinedComments` comments of up to `comment` characters. Longer comments are not
 * joined, because they are complete messages and not fragments.
 */
const maxFragmentLength = { comment: 30, fragment: 3 }

/**
 * Returns whether a comment completes a contact detail that was started in earlier comments (oldest first).
 */
export function completesFragmentedContactDetail(
  before: readonly string[],
  text: string,
  site: string,
): boolean {
  if (before.length === 0 || !isShorterThan(maxFragmentLength.comment)(text)) return false
  const rows = [before.filter(isShorterThan(maxFragmentLength.comment)).slice(-maxJoinedComments)]
  if (isShorterThan(maxFragmentLength.fragment)(text))
    rows.push(before.filter(isShorterThan(maxFragmentLength.fragment)))
  // Comments that consist mostly of digits are joined even if other comments were posted between them.
  if (isMostlyDigits(text)) rows.push(before.filter(isMostlyDigits))
  return rows.some((parts) => parts.length > 0 && joinsToContact(parts, text, site))
}

function joinsToContact(parts: readonly string[], text: string, site: string): boolean {
  const hasContact = (whole: string) => containsContactDetails(whole, site)
  // A contact detail that the earlier comments already contain is ignored, because this comment does not
  // complete it.
  return joinTexts([...parts, text]).some(hasContact) && !joinTexts(parts).some(hasContact)
}

/**
 * Joins the comments into one string in several ways, and returns all resulting strings. In each of the
 * strings, some or all of the trailing single-word comments are joined into one word.
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
