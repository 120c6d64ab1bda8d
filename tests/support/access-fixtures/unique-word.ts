import { randomBytes } from 'node:crypto'

interface Word {
  text: string
  trigrams: Set<string>
  /** The trigrams of a search for the first six letters. */
  searched: Set<string>
}

const generated: Word[] = []

/**
 * Returns a random word that cannot be guessed. The word is not similar to any earlier one, because a fuzzy
 * search for one word would also find similar words. One process can generate several thousand words.
 */
export function generateUniqueWord(): string {
  let word: Word
  do word = generateWord()
  while (generated.some((other) => isNear(word, other)))
  generated.push(word)
  return word.text
}

function generateWord(): Word {
  const text = [...randomBytes(10)].map((byte) => 'bcdfghjkmnpqrtvwxz'[byte % 18]).join('')
  return { text, trigrams: trigramsOf(text), searched: trigramsOf(text.slice(0, 6)) }
}

/**
 * Returns whether two words are similar. The first six letters of `word` are compared with three parts of
 * `other`: the letters at the same positions, one position later, and one position earlier. The words are
 * similar if one of the three comparisons finds at least four equal letters, or if a search for the first six
 * letters of one word finds the other word because of common trigrams.
 */
function isNear(word: Word, other: Word): boolean {
  const isAlike = (shift: number) =>
    [0, 1, 2, 3, 4, 5].filter((at) => word.text[at] === other.text[at + shift]).length > 3
  return (
    [0, 1, -1].some(isAlike) ||
    isFound(word.searched, other.trigrams) ||
    isFound(other.searched, word.trigrams)
  )
}

/** The search finds a word if it contains three tenths of the trigrams of the search term (pg_trgm). */
function isFound(searched: Set<string>, trigrams: Set<string>): boolean {
  return searched.intersection(trigrams).size >= 0.3 * searched.size
}

function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}
