/*
 * Words as search compares them. `plain` does here what `search_plain` does in the database (migration 0007); a test
 * holds the two together.
 */

/** Accents, case, compatibility forms and apostrophes away; everything between words one space. */
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

/** The word is what was asked for: the same, its beginning (three letters or more), or another form of it. */
export function isSearchWordMatch(asked: string, word: string): boolean {
  if (word === asked || (asked.length >= 3 && word.startsWith(asked))) return true
  const stem = stemOf(asked)
  return stem.length >= 3 && stem === stemOf(word)
}

/** Enough to mark `dance` for `dancing`; what is found is decided by the database's own stemmer. */
function stemOf(word: string): string {
  return word.replace(/(?:ings?|ers?|ies|es|ed|ly|s|e|y)$/, '').replace(/(.)\1$/, '$1')
}

/** Spelled nearly like it: one slip in a word of four letters or more, two from eight on. Whoever is typing has only begun the word. */
export function isNearSpelling(asked: string, word: string, typing = false): boolean {
  return countTypos(asked, word, typing) <= maxTypos(asked)
}

function maxTypos(asked: string): number {
  if (asked.length < 4) return 0
  return asked.length < 8 ? 1 : 2
}

/** The slips between the two, at best over the beginnings of `word` when somebody is still typing. */
export function countTypos(asked: string, word: string, typing = false): number {
  if (!typing) return editDistance(asked, word)
  const lengths = [-1, 0, 1].map((more) => asked.length + more).filter((length) => length <= word.length)
  return Math.min(
    editDistance(asked, word),
    ...lengths.map((length) => editDistance(asked, word.slice(0, length))),
  )
}

/**
 * What of a word is spelled nearly as it was asked for: the beginning that whoever is typing may mean, else all of it; null when
 * nothing is. Whatever else begins so is near as well.
 */
export function nearSpelledPart(asked: string, word: string, typing = false): string | null {
  const lengths = typing
    ? [-1, 0, 1].map((more) => asked.length + more).filter((length) => length < word.length)
    : []
  const begins = lengths.map((length) => word.slice(0, length)).find((part) => isNearSpelling(asked, part))
  return begins ?? (isNearSpelling(asked, word) ? word : null)
}

/** Letters left out, put in, changed, or two neighbours swapped (optimal string alignment). */
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

/** Two words in their order, each with the next, as one word: what `hiphop` means of `hip hop`. */
export function joinAdjacentWords(words: readonly string[]): string[] {
  return words.slice(1).map((word, at) => `${words[at]}${word}`)
}

/** A word as two, wherever it may be cut: at least two letters each, and one of them three. */
export function splitIntoTwoWords(word: string): [string, string][] {
  if (word.length < 5 || word.length > 24) return []
  return Array.from({ length: word.length - 3 }, (_, at) => [word.slice(0, at + 2), word.slice(at + 2)])
}

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789']

/** Everything at one slip from a word of four or five letters, some 400 words. Of longer ones enough trigrams stay to find them by. */
export function oneTypoVariants(word: string): string[] {
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
