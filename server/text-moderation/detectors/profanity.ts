import { DataSet, englishDataset, RegExpMatcher } from 'obscenity'
import { normalizeText } from '../normalize-text.ts'
import {
  profanityExceptions,
  profaneSubstrings,
  profaneWordsToMatchWhenSplit,
  profaneWordsToMatchWhenCensored,
  profanePhrases,
  ignoredObscenityLibraryPhrases,
  profaneWords,
} from './profanity-words.ts'
import type { TokenizedWord } from '../tokenize-words.ts'

/**
 * The `obscenity` matcher, without the phrases in `ignoredObscenityLibraryPhrases`. The matcher expects
 * normalised words.
 */
const profanityMatcher = new RegExpMatcher(
  new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .removePhrasesIf(({ metadata }) => ignoredObscenityLibraryPhrases.has(metadata?.originalWord ?? ''))
    .build(),
)

const wholeProfanityWords = new Set(splitWordList(profaneWords))
const embeddedProfanityPattern = new RegExp(splitWordList(profaneSubstrings).join('|'))

/**
 * Returns the profane words in the text, including words that are profane only in a phrase. `text` is the
 * output of `normalizeForPhraseMatching(words)`.
 */
export function findProfanity(words: readonly TokenizedWord[], text: string): TokenizedWord[] {
  const rude = new Set<TokenizedWord>()
  const bySome = groupByForm(words)
  for (const form of [...matchProfanityLibrary([...bySome.keys()]), ...[...bySome.keys()].filter(isProfane)])
    for (const word of bySome.get(form)!) rude.add(word)
  for (const [n, word] of words.entries()) {
    const next = words[n + 1]
    if (next && !next.first && profaneWordsToMatchWhenSplit.has(word.forms[0]! + next.forms[0]!))
      rude.add(word).add(next)
  }
  if (rude.size > 0) for (const word of findExcusedWords(words, text)) rude.delete(word)
  if (rude.size === 0 && profanePhrases.some((phrase) => phrase.test(text))) return [...words]
  return [...rude]
}

function groupByForm(words: readonly TokenizedWord[]): Map<string, TokenizedWord[]> {
  const found = new Map<string, TokenizedWord[]>()
  for (const word of words)
    for (const form of word.forms) {
      const others = found.get(form)
      if (others) others.push(word)
      else found.set(form, [word])
    }
  return found
}

/**
 * First checks all words together in one pass, because checking each word separately against the long pattern
 * list of the `obscenity` library is slow.
 */
function matchProfanityLibrary(forms: string[]): string[] {
  const text = forms.join(' ')
  if (!profanityMatcher.hasMatch(text)) return []
  return forms.filter((form) => profanityMatcher.hasMatch(form))
}

function isProfane(form: string): boolean {
  return (
    wholeProfanityWords.has(form) ||
    embeddedProfanityPattern.test(form) ||
    (form.includes('*') && isCensoredProfanity(form))
  )
}

/** Returns whether a word is censored profanity such as `f*ck` or `s***`. */
function isCensoredProfanity(form: string): boolean {
  if (
    form.length > 16 ||
    !/^[a-z][a-z*]*$/.test(form) ||
    /^[a-z]\*+$/.test(form) !== /^[fs]\*{3}$/.test(form)
  )
    return false
  const like = new RegExp(`^${form.replaceAll('*', '[a-z]')}$`)
  return profaneWordsToMatchWhenCensored.some((word) => like.test(word))
}

/**
 * Returns the normally profane words that are harmless in this text because they belong to a name or a set
 * phrase.
 */
function findExcusedWords(words: readonly TokenizedWord[], text: string): TokenizedWord[] {
  const phrases = profanityExceptions.flatMap((phrase) => phrase.exec(text)?.[0].split(' ') ?? [])
  return words.filter(({ forms }) => phrases.includes(forms[0]!))
}

function splitWordList(list: string): string[] {
  return list
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => normalizeText(word).text)
}
