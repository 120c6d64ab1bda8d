import { randomBytes } from 'node:crypto'

/** Letters of which no word is made: digits and vowels come to some that the site refuses in a name. */
const letters = 'bmnrtvz'

/** A username that nobody has yet. */
export function freshName(): string {
  return Array.from(randomBytes(12), (byte) => letters[byte % letters.length]).join('')
}
