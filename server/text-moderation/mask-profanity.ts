import type { TokenizedWord } from './tokenize-words.ts'

/** Masks profane words except for the first letter: `f***`. */
export function maskProfanity(typed: string, profanities: readonly TokenizedWord[]): string {
  let text = ''
  let place = 0
  for (const { from, to } of profanities.toSorted((a, b) => a.from - b.from)) {
    if (from < place) continue
    const [first = '', ...rest] = Array.from(typed.slice(from, to))
    text += typed.slice(place, from) + first + rest.map(() => '*').join('')
    place = to
  }
  return text + typed.slice(place)
}
