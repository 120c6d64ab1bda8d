import { randomBytes } from 'node:crypto'

const said: string[] = []

/**
 * Returns a random word that cannot be guessed. No two of these words are similar, or a fuzzy search would
 * match both.
 */
export function uniqueWord(): string {
  const word = `q${[...randomBytes(9)].map((byte) => 'bcdfghjkmnpqrtvwxz'[byte % 18]).join('')}`
  if (said.some((other) => isNear(word, other))) return uniqueWord()
  said.push(word)
  return word
}

/**
 * Two words are similar if more than two of the five letters after the first letter match at the same
 * position or at the next position.
 */
function isNear(word: string, other: string): boolean {
  const alike = (shift: number) => [1, 2, 3, 4, 5].filter((at) => word[at] === other[at + shift]).length > 2
  return alike(0) || alike(1) || alike(-1)
}
