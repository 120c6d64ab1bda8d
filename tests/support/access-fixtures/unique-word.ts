import { randomBytes } from 'node:crypto'

const said: string[] = []

/**
 * Returns a random word that cannot be guessed. No two of these words are similar, because a fuzzy search for
 * one word would find a similar word too.
 */
export function generateUniqueWord(): string {
  const word = `q${[...randomBytes(9)].map((byte) => 'bcdfghjkmnpqrtvwxz'[byte % 18]).join('')}`
  if (said.some((other) => isNear(word, other))) return generateUniqueWord()
  said.push(word)
  return word
}

/**
 * Two words are similar if at least three of the five letters after the first letter match the other word at
 * the same position, at the next position, or at the previous position.
 */
function isNear(word: string, other: string): boolean {
  const alike = (shift: number) => [1, 2, 3, 4, 5].filter((at) => word[at] === other[at + shift]).length > 2
  return alike(0) || alike(1) || alike(-1)
}
