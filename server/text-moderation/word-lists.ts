import { normalizeText } from './normalize-text.ts'
import { type TokenizedWord, tokenizeWords } from './tokenize-words.ts'

/**
 * The operator's word lists. An entry is a word or a phrase. A star at the end of a word matches any ending.
 */
export interface WordLists {
  refuse: WordListEntries
  hold: WordListEntries
  /** Words that are always accepted, even if another list contains them. */
  allow: WordListEntries
}

/** The entries are indexed by their first word, so that a long list is as fast as a short one. */
interface WordListEntries {
  exact: Map<string, string[][]>
  starred: string[][]
}

export const emptyWordLists: WordLists = {
  refuse: parseWordList(''),
  hold: parseWordList(''),
  allow: parseWordList(''),
}

/** Parses a list with one entry per line. Lines that start with `#` are comments. */
export function parseWordList(file: string): WordListEntries {
  const entries: WordListEntries = { exact: new Map(), starred: [] }
  for (const line of file.split('\n')) {
    if (line.trimStart().startsWith('#')) continue
    const wanted = line.split(/\s+/).flatMap(parseEntryWords)
    if (wanted.length === 0) continue
    const [first] = wanted
    if (first!.endsWith('*')) entries.starred.push(wanted)
    else entries.exact.set(first!, [...(entries.exact.get(first!) ?? []), wanted])
  }
  return entries
}

/** Removes the words that are on the operator's list of allowed words, and returns the remaining words. */
export function removeAllowedWords(words: TokenizedWord[], { allow }: WordLists): TokenizedWord[] {
  const allowed = findListedWords(words, allow)
  return allowed.size === 0 ? words : words.filter((word) => !allowed.has(word))
}

/**
 * Returns the name of the operator's word list that matches the text, or null. If both the `refuse` list and
 * the `hold` list match, returns `refuse`.
 */
export function matchWordLists(
  words: TokenizedWord[],
  { refuse, hold }: WordLists,
): 'refuse' | 'hold' | null {
  if (findListedWords(words, refuse).size > 0) return 'refuse'
  return findListedWords(words, hold).size > 0 ? 'hold' : null
}

/** Whether text contains a word or phrase from a list with one entry per line. */
export function containsListedWord(text: string, list: string): boolean {
  return findListedWords(tokenizeWords(normalizeText(text)), parseWordList(list)).size > 0
}

function findListedWords(words: TokenizedWord[], { exact, starred }: WordListEntries): Set<TokenizedWord> {
  const hit = new Set<TokenizedWord>()
  if (exact.size === 0 && starred.length === 0) return hit
  for (const [at, { forms }] of words.entries())
    for (const entry of [...forms.flatMap((form) => exact.get(form) ?? []), ...starred])
      if (entry.every((wanted, n) => matchesEntryWord(words[at + n], wanted)))
        for (let n = 0; n < entry.length; n += 1) hit.add(words[at + n]!)
  return hit
}

function matchesEntryWord(word: TokenizedWord | undefined, wanted: string): boolean {
  if (!word) return false
  return wanted.endsWith('*')
    ? word.forms.some((form) => form.startsWith(wanted.slice(0, -1)))
    : word.forms.includes(wanted)
}

function parseEntryWords(written: string): string[] {
  const words = tokenizeWords(normalizeText(written.replace(/\*$/, ''))).map(({ forms }) => forms[0]!)
  return written.endsWith('*') && words.length > 0 ? [...words.slice(0, -1), `${words.at(-1)}*`] : words
}
