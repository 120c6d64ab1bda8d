import { randomBytes } from 'node:crypto'

const said: string[] = []

/** What a word is made of that nobody would guess. None begins nearly as another: a search for likeness would take it for that. */
export function uniqueWord(): string {
  const word = `q${[...randomBytes(9)].map((byte) => 'bcdfghjkmnpqrtvwxz'[byte % 18]).join('')}`
  if (said.some((other) => isNear(word, other))) return uniqueWord()
  said.push(word)
  return word
}

/** Of the five letters after the first, more than two are at the same place, or one place on. */
function isNear(word: string, other: string): boolean {
  const alike = (shift: number) => [1, 2, 3, 4, 5].filter((at) => word[at] === other[at + shift]).length > 2
  return alike(0) || alike(1) || alike(-1)
}
