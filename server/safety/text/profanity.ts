import { DataSet, englishDataset, RegExpMatcher } from 'obscenity'
import { fold } from './normalise.ts'
import { decent, inside, parted, starred, together, tooWide, whole } from './rude-words.ts'
import type { Word } from './words.ts'

/** The library's list, without what would stop honest people here. It is given words that are folded already. */
const library = new RegExpMatcher(
  new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .removePhrasesIf(({ metadata }) => tooWide.has(metadata?.originalWord ?? ''))
    .build(),
)

const wholeWords = new Set(listed(whole))
const parts = new RegExp(listed(inside).join('|'))

/** The words that are rude, with those that are only together. `text` is what `said` makes of them. */
export function rudeWords(words: readonly Word[], text: string): Word[] {
  const rude = new Set<Word>()
  const bySome = byForm(words)
  for (const form of [...hitByLibrary([...bySome.keys()]), ...[...bySome.keys()].filter(isRude)])
    for (const word of bySome.get(form)!) rude.add(word)
  for (const [n, word] of words.entries()) {
    const next = words[n + 1]
    if (next && !next.first && parted.has(word.forms[0]! + next.forms[0]!)) rude.add(word).add(next)
  }
  if (rude.size > 0) for (const word of excused(words, text)) rude.delete(word)
  if (rude.size === 0 && together.some((phrase) => phrase.test(text))) return [...words]
  return [...rude]
}

function byForm(words: readonly Word[]): Map<string, Word[]> {
  const found = new Map<string, Word[]>()
  for (const word of words)
    for (const form of word.forms) {
      const others = found.get(form)
      if (others) others.push(word)
      else found.set(form, [word])
    }
  return found
}

/** One look for all words, not one each: the list is long. */
function hitByLibrary(forms: string[]): string[] {
  const text = forms.join(' ')
  if (!library.hasMatch(text)) return []
  return forms.filter((form) => library.hasMatch(form))
}

function isRude(form: string): boolean {
  return wholeWords.has(form) || parts.test(form) || (form.includes('*') && isStarred(form))
}

/** `f*ck` and `s***` are what they are. */
function isStarred(form: string): boolean {
  if (
    form.length > 16 ||
    !/^[a-z][a-z*]*$/.test(form) ||
    /^[a-z]\*+$/.test(form) !== /^[fs]\*{3}$/.test(form)
  )
    return false
  const like = new RegExp(`^${form.replaceAll('*', '[a-z]')}$`)
  return starred.some((word) => like.test(word))
}

/** Words of names and set phrases. */
function excused(words: readonly Word[], text: string): Word[] {
  const phrases = decent.flatMap((phrase) => phrase.exec(text)?.[0].split(' ') ?? [])
  return words.filter(({ forms }) => phrases.includes(forms[0]!))
}

function listed(list: string): string[] {
  return list
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => fold(word).text)
}
