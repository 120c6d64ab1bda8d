import type { HighlightRanges } from '#contract/discovery/search.ts'
import { searchLimits } from '#contract/limits.ts'
import { isSearchWordMatch, isSimilarSpelling, normalizeSearchText } from './spelling.ts'

interface HighlightQuery {
  words: string[]
  /** Whether similar spellings are highlighted too. */
  close?: boolean
  /** Whether the last word may be incomplete. */
  typing?: boolean
}

/**
 * Returns the ranges of whole words that match the query. The result contains positions instead of markup, so
 * that HTML is never built from user text.
 */
export function findHighlights(text: string, asked: HighlightQuery): HighlightRanges {
  const marks: HighlightRanges = []
  for (const match of text.matchAll(/[\p{Alphabetic}\p{Nd}\p{M}'’]+/gu)) {
    const [word] = match
    if (matchesQueryWord(word, asked)) marks.push([match.index, match.index + word.length])
  }
  return marks
}

function matchesQueryWord(written: string, { words, close, typing }: HighlightQuery): boolean {
  return normalizeSearchText(written)
    .split(' ')
    .some(
      (word) =>
        word !== '' &&
        words.some((asked, at) => {
          const begun = typing === true && at === words.length - 1
          return (
            isSearchWordMatch(asked, word) ||
            (begun && word.startsWith(asked)) ||
            (close === true && isSimilarSpelling(asked, word, begun))
          )
        }),
    )
}

/**
 * Returns an excerpt of `text` around the first match, cut at word boundaries, or null if there is no match.
 */
export function extractExcerpt(
  text: string,
  asked: HighlightQuery,
): { text: string; marks: HighlightRanges } | null {
  const line = text.replace(/\s+/g, ' ').trim()
  const first = findHighlights(line, asked)[0]
  if (!first) return null
  const { text: cut } = truncateAroundMatch(line, first[0])
  return { text: cut, marks: findHighlights(cut, asked) }
}

/**
 * Shortens `line` to an excerpt around a match, cut at word boundaries. The excerpt contains the text of
 * `line` from `from` to `to`. A position in `line` plus `shift` is the same position in the excerpt. The cut
 * starts at most `longestStart` characters before the match.
 */
export function truncateAroundMatch(line: string, match: number, longestStart = searchLimits.excerpt / 2) {
  const from = match < longestStart ? 0 : afterSpace(line, match - Math.min(longestStart, 40))
  const to = beforeSpace(line, from + searchLimits.excerpt)
  const start = from > 0 ? '… ' : ''
  const text = `${start}${line.slice(from, to)}${to < line.length ? ' …' : ''}`
  return { text, from, to, shift: start.length - from }
}

/**
 * Returns the start of the next word. If the next word is 40 or more characters away, returns the given
 * position. If a cut at the given position would split an emoji, returns the position before the emoji.
 */
function afterSpace(line: string, place: number): number {
  const space = line.indexOf(' ', place)
  if (space >= 0 && space - place < 40) return space + 1
  return splitsSurrogatePair(line, place) ? place - 1 : place
}

function beforeSpace(line: string, place: number): number {
  if (place >= line.length) return line.length
  const space = line.lastIndexOf(' ', place)
  if (place - space < 40) return space
  return splitsSurrogatePair(line, place) ? place - 1 : place
}

/** Returns whether the position is between the two halves of a surrogate pair. */
function splitsSurrogatePair(line: string, place: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(line.slice(place))
}
