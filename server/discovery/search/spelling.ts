/*
 * Compares words for search. `normalizeSearchText` does the same as `search_plain` in the database (migration
 * 0007); a test keeps the two in sync.
 */

/**
 * Normalizes the text for search: converts it to lower case and Unicode compatibility form, removes accents
 * and apostrophes, and replaces everything between words with one space.
 */
export function normalizeSearchText(text: string): string {
  return text
    .replace(/['’`]/g, '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[øłđħı]/g, (letter) => letterEquivalents[letter]!)
    .replace(/[^\p{Alphabetic}\p{Nd}]+/gu, ' ')
    .trim()
}

const letterEquivalents: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ı: 'i' }

export function splitQueryWords(text: string): string[] {
  return normalizeSearchText(text).split(' ').filter(Boolean).slice(0, 10)
}

/**
 * Returns whether a word matches the query word. A word matches if it equals the query word, is another form
 * of it, or starts with it. Only query words of three letters or more can match the start of a word.
 */
export function isSearchWordMatch(asked: string, word: string): boolean {
  if (word === asked || (asked.length >= 3 && word.startsWith(asked))) return true
  const stem = stemOf(asked)
  return stem.length >= 3 && stem === stemOf(word)
}

/**
 * Returns an approximate stem, good enough to highlight `dancing` in the results for `dance`. Items are found
 * with the database's stemmer, not with this stem.
 */
function stemOf(word: string): string {
  return word.replace(/(?:ings?|ers?|ies|es|ed|ly|s|e|y)$/, '').replace(/(.)\1$/, '$1')
}

/**
 * Returns whether a word equals the query word except for typos. Query words of four to seven letters may
 * have one typo, and longer query words may have two. If `typing` is true, the query word may be unfinished.
 */
export function isSimilarSpelling(asked: string, word: string, typing = false): boolean {
  return countTypos(asked, word, typing) <= maxTypos(asked)
}

function maxTypos(asked: string): number {
  if (asked.length < 4) return 0
  return asked.length < 8 ? 1 : 2
}

/**
 * Counts the typos by which a word differs from the query word. If `typing` is true, also compares prefixes
 * of `word` and returns the lowest count.
 */
export function countTypos(asked: string, word: string, typing = false): number {
  if (!typing) return editDistance(asked, word)
  const lengths = [-1, 0, 1].map((more) => asked.length + more).filter((length) => length <= word.length)
  return Math.min(
    editDistance(asked, word),
    ...lengths.map((length) => editDistance(asked, word.slice(0, length))),
  )
}

/**
 * Returns the word if it equals the query word except for typos, otherwise null. If `typing` is true, the
 * query word may be unfinished. If only a prefix of the word equals the query word except for typos, the
 * function returns the prefix, so that the search finds all words with this prefix.
 */
export function findSimilarPrefix(asked: string, word: string, typing = false): string | null {
  const lengths = typing
    ? [-1, 0, 1].map((more) => asked.length + more).filter((length) => length < word.length)
    : []
  const begins = lengths.map((length) => word.slice(0, length)).find((part) => isSimilarSpelling(asked, part))
  return begins ?? (isSimilarSpelling(asked, word) ? word : null)
}

/**
 * Returns the number of letters added, removed, changed or swapped with their neighbor (optimal string
 * alignment), or 3 if the lengths differ by more than two.
 */
export function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let older: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, older[j - 2]! + 1)
      row.push(least)
    }
    older = last
    last = row
  }
  return last[b.length]!
}

/** Joins each word with the next one, so that `hiphop` matches `hip hop`. */
export function joinAdjacentWords(words: readonly string[]): string[] {
  return words.slice(1).map((word, at) => `${words[at]}${word}`)
}

/**
 * Returns every way to split a word into two parts. Both parts have at least two letters, and one of them has
 * at least three.
 */
export function splitIntoWordPairs(word: string): [string, string][] {
  if (word.length < 5 || word.length > 24) return []
  return Array.from({ length: word.length - 3 }, (_, at) => [word.slice(0, at + 2), word.slice(at + 2)])
}

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789']

/**
 * Returns the roughly 400 strings that are one typo away from a word of four or five letters. A longer word
 * with one typo still shares enough trigrams with the correct word.
 */
export function generateSingleTypoVariants(word: string): string[] {
  if (word.length < 4 || word.length > 5) return []
  const cuts = Array.from(
    { length: word.length + 1 },
    (_, at) => [word.slice(0, at), word.slice(at)] as const,
  )
  return cuts.flatMap(([head, tail]) => [
    head + tail.slice(1),
    head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2),
    ...letters.flatMap((letter) => [head + letter + tail, head + letter + tail.slice(1)]),
  ])
}
