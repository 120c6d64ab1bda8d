import { fold } from './normalise.ts'
import { type Word, wordsOf } from './words.ts'

/** An operator's own words. Each entry is a word or some words in a row; a star at the end of a word stands for any ending. */
export interface Lists {
  refuse: Entries
  hold: Entries
  /** Never stopped, whatever else says so. */
  allow: Entries
}

/** Entries by their first word, so that a long list costs a text no more than a short one. */
interface Entries {
  exact: Map<string, string[][]>
  starred: string[][]
}

export const noLists: Lists = { refuse: entriesOf(''), hold: entriesOf(''), allow: entriesOf('') }

/** One entry a line; what follows `#` at the beginning of a line is for people. */
export function entriesOf(file: string): Entries {
  const entries: Entries = { exact: new Map(), starred: [] }
  for (const line of file.split('\n')) {
    if (line.trimStart().startsWith('#')) continue
    const wanted = line.split(/\s+/).flatMap(entryWords)
    if (wanted.length === 0) continue
    const [first] = wanted
    if (first!.endsWith('*')) entries.starred.push(wanted)
    else entries.exact.set(first!, [...(entries.exact.get(first!) ?? []), wanted])
  }
  return entries
}

/** The words without those that the operator allows. */
export function withoutAllowed(words: Word[], { allow }: Lists): Word[] {
  const allowed = hits(words, allow)
  return allowed.size === 0 ? words : words.filter((word) => !allowed.has(word))
}

/** What the operator's lists say of it. */
export function listed(words: Word[], { refuse, hold }: Lists): 'refuse' | 'hold' | null {
  if (hits(words, refuse).size > 0) return 'refuse'
  return hits(words, hold).size > 0 ? 'hold' : null
}

function hits(words: Word[], { exact, starred }: Entries): Set<Word> {
  const hit = new Set<Word>()
  if (exact.size === 0 && starred.length === 0) return hit
  for (const [at, { forms }] of words.entries())
    for (const entry of [...forms.flatMap((form) => exact.get(form) ?? []), ...starred])
      if (entry.every((wanted, n) => isWord(words[at + n], wanted)))
        for (let n = 0; n < entry.length; n += 1) hit.add(words[at + n]!)
  return hit
}

function isWord(word: Word | undefined, wanted: string): boolean {
  if (!word) return false
  return wanted.endsWith('*')
    ? word.forms.some((form) => form.startsWith(wanted.slice(0, -1)))
    : word.forms.includes(wanted)
}

function entryWords(written: string): string[] {
  const words = wordsOf(fold(written.replace(/\*$/, ''))).map(({ forms }) => forms[0]!)
  return written.endsWith('*') && words.length > 0 ? [...words.slice(0, -1), `${words.at(-1)}*`] : words
}
