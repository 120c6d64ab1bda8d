import { randomBytes } from 'node:crypto'

const said: string[] = []

/**
 * Returns a random word that cannot be guessed. The word is not similar to any earlier one, because a fuzzy
 * search for one word would also find similar words.
 */
export function generateUniqueWord(): string {
  const word = `q${[...randomBytes(9)].map((byte) => 'bcdfghjkmnpqrtvwxz'[byte % 18]).join('')}`
  if (said.some((other) => isNear(word, other))) return generateUniqueWord()
  said.push(word)
  return word
}

/**
 * Returns whether two words are similar. The second to sixth letters of `word` are compared with three parts
 * of `other`: the letters at the same positions, one position later, and one position earlier. The words are
 * similar if one of the three comparisons finds at least three equal letters, or if a search for the first six
 * letters of one word finds the other word because of common trigrams.
 */
function isNear(word: string, other: string): boolean {
  const alike = (shift: number) => [1, 2, 3, 4, 5].filter((at) => word[at] === other[at + shift]).length > 2
  if (alike(0) || alike(1) || alike(-1)) return true
  return findsByTrigrams(word.slice(0, 6), other) || findsByTrigrams(other.slice(0, 6), word)
}

/** The search finds a word if it contains three tenths of the trigrams of the search term (pg_trgm). */
function findsByTrigrams(searched: string, word: string): boolean {
  const [asked, given] = [trigramsOf(searched), trigramsOf(word)]
  return asked.intersection(given).size >= 0.3 * asked.size
}

function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}
