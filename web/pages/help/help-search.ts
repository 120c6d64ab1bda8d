import { type HelpEntry, helpCenterMessages } from '#web/messages/help/help-center.ts'

/**
 * Returns the Help Center entries that contain each word of the query or a similar word. An entry whose
 * question matches ranks higher than an entry in which only the answer matches.
 */
export function searchHelpEntries(entries: HelpEntry[], query: string): HelpEntry[] {
  const stopWords = splitIntoWords(helpCenterMessages.stopWords)
  const queryWords = splitIntoWords(query).filter((word) => !stopWords.includes(word))
  if (queryWords.length === 0) return []
  const matches = rankEntries(entries, queryWords, queryWords.length)
  // If the query has three or more words and no entry contains all of them, entries that lack one of the
  // words also match.
  return matches.length > 0 || queryWords.length < 3
    ? matches
    : rankEntries(entries, queryWords, queryWords.length - 1)
}

function rankEntries(entries: HelpEntry[], queryWords: string[], minScore: number): HelpEntry[] {
  return entries
    .map((entry) => ({ entry, ...scoreEntry(entry, queryWords) }))
    .filter(({ found }) => found >= minScore)
    .toSorted((a, b) => b.found - a.found || b.score - a.score)
    .map(({ entry }) => entry)
}

function scoreEntry({ question, answer, searchTerms: also = '' }: HelpEntry, queryWords: string[]) {
  const places = [
    { words: splitIntoWords(question), weight: 4 },
    { words: splitIntoWords(also), weight: 3 },
    { words: splitIntoWords(answer), weight: 1 },
  ]
  let found = 0
  let score = 0
  for (const word of queryWords) {
    const weights = places.filter(({ words }) => words.some((other) => isSimilarWord(word, other)))
    if (weights.length > 0) found += 1
    score += weights.reduce((sum, { weight }) => sum + weight, 0)
  }
  return { found, score }
}

/**
 * Returns whether two words match when endings such as `-ing` and `-s` are ignored. For example, `upload`
 * matches `uploading` and vice versa. Two long words match even if one of them contains a typo.
 */
function isSimilarWord(word: string, other: string): boolean {
  const [a, b] = [stemWord(word), stemWord(other)]
  if (b.startsWith(a)) return a.length > 1 || a === b
  if (a.length > 4 && a.startsWith(b) && b.length > 3) return true
  return a.length > 4 && b.length > 4 && isOneEditApart(a, b)
}

function stemWord(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word
}

/**
 * Returns whether two words differ by at most one typo: one changed, missing or additional letter, or two
 * swapped letters.
 */
function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

/**
 * Removes accents, Arabic vowel signs and the Arabic article. Arabic letters that are often confused are
 * mapped to the same letter.
 */
function splitIntoWords(text: string): string[] {
  return (
    (
      text
        .toLowerCase()
        .normalize('NFD')
        // French articles and pronouns that are attached to the next word, as in “l’âge”.
        .replace(/(?<!\p{L})(?:[cdjlmnst]|qu)[’'](?=\p{L})/gu, '')
        .replace(/[\p{M}’']/gu, '')
        .replaceAll('ى', 'ي')
        .replaceAll('ة', 'ه')
        .match(/[\p{L}\p{N}]+/gu) ?? []
    ).map((word) => (word.length > 4 && word.startsWith('ال') ? word.slice(2) : word))
  )
}
