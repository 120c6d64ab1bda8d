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
 * similar if one of the three comparisons finds at least three equal letters.
 */
function isNear(word: string, other: string): boolean {
  const alike = (shift: number) => [1, 2, 3, 4, 5].filter((at) => word[at] === other[at + shift]).length > 2
  return alike(0) || alike(1) || alike(-1)
}
