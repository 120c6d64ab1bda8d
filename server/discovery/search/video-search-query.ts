import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import {
  isStopWord,
  parseQueryWords,
  type QueryWord,
  requiredWords,
  stemIn,
  stemmedLanguages,
} from './query-words.ts'

/** A search query for the column `content.search`. Each query is a tsquery in its text form. */
export interface VideoSearchQuery {
  /** Finds all matching videos. A stem in this query matches only videos in the language of the stem. */
  matching: string
  /** The query in English, with which videos in English or in an unknown language are ranked. */
  english: string
  /** The queries with which videos in other languages are ranked. */
  byLanguage: { languages: string[]; query: string }[]
}

const isOtherLanguage = (language: string) => language !== 'en'
const otherLanguages = stemmedLanguages.filter(isOtherLanguage)

/**
 * Builds the query for videos that contain every word of `q`, as it was typed or in another grammatical form.
 * The language of the query is unknown, so the dictionaries of all languages parse it. If `isTyping` is true,
 * the last word may be unfinished. Returns null if the query contains no words.
 */
export async function buildVideoSearchQuery(
  tx: Tx,
  q: string,
  { isTyping = false } = {},
): Promise<VideoSearchQuery | null> {
  // The two texts differ if the query contains an article such as the French l’, or Arabic vowel signs.
  const { rows } = await sql<{ plain: string; without_articles: string }>`
    select search_plain(${q}) as plain, caption_plain(${q}) as without_articles`.execute(tx)
  const { plain, without_articles } = rows[0]!
  const words = await parseQueryWords(tx, plain, isTyping)
  if (words.length === 0) return null
  const otherWords = plain === without_articles ? [] : await parseQueryWords(tx, without_articles, isTyping)
  const readings = otherWords.length > 0 ? [words, otherWords] : [words]
  return {
    matching: joinTerms(readings.map(buildMatchingQuery), '|'),
    english: buildLanguageQuery(words, 'en'),
    byLanguage: buildQueriesByLanguage(readings.at(-1)!),
  }
}

/** The term for a stem in `content.search`. English stems are stored unmarked (migration 0104). */
function toStoredStem(stem: string, language: string): string {
  return language === 'en' ? stem : stem.replaceAll(/'([^']+)'/g, "'/$1'")
}

function buildLanguageQuery(words: readonly QueryWord[], language: string): string {
  const terms = requiredWords(words, language).map((word) =>
    joinTerms([word.typed, toStoredStem(stemIn(language, word), language)], '|'),
  )
  return joinTerms(terms, '&')
}

function buildQueriesByLanguage(words: readonly QueryWord[]): VideoSearchQuery['byLanguage'] {
  const byQuery = new Map<string, string[]>()
  for (const language of otherLanguages) {
    const query = buildLanguageQuery(words, language)
    byQuery.set(query, [...(byQuery.get(query) ?? []), language])
  }
  return [...byQuery].map(([query, languages]) => ({ query, languages }))
}

/**
 * Combines the queries of all languages. Every word occurs only once in the combined query, and a stem of
 * another language matches only together with the marker of the language. PostgreSQL therefore does not
 * overestimate the number of matches of a rare word, and uses the GIN index for it.
 */
function buildMatchingQuery(words: readonly QueryWord[]): string {
  // If all words are stop words in a language, they must all occur in the text.
  const ignoresStopWords = otherLanguages.filter((language) =>
    words.some((word) => !isStopWord(language, word)),
  )
  const terms = requiredWords(words, 'en').map((word) => {
    const stems = word.stems
      .map(({ stem, languages }) => ({ stem, languages: languages.filter(isOtherLanguage) }))
      .filter(({ stem, languages }) => stem !== '' && languages.length > 0)
      .map(({ stem, languages }) => toStemTerm(toStoredStem(stem, languages[0]!), languages))
    const optionalIn = ignoresStopWords.filter((language) => isStopWord(language, word))
    const english = stemIn('en', word)
    const isFoundByPrefix = word.typed === `${english}:*`
    return joinTerms([word.typed, isFoundByPrefix ? '' : english, ...stems, markersOf(optionalIn)], '|')
  })
  return joinTerms(terms, '&')
}

/**
 * The stem is repeated, because PostgreSQL multiplies the estimates of the repeated stem. The stems of other
 * languages therefore do not raise the estimate, and rare words are still searched with the GIN index.
 */
function toStemTerm(stem: string, languages: readonly string[]): string {
  return `(${stem} & ${stem} & ${markersOf(languages)})`
}

/** Finds the videos in one of the languages. */
function markersOf(languages: readonly string[]): string {
  return joinTerms(
    languages.map((language) => `'//${language}'`),
    '|',
  )
}

function joinTerms(terms: readonly string[], operator: '&' | '|'): string {
  const present = [...new Set(terms.filter(Boolean))]
  return present.length > 1 ? `(${present.join(` ${operator} `)})` : (present[0] ?? '')
}

/** Whether the video (table `content`) matches the query. */
export function matchesVideoQuery({ matching }: VideoSearchQuery): RawBuilder<boolean> {
  return sql<boolean>`content.search @@ ${matching}::tsquery`
}

/** The tsquery with which a matching video (table `content`) is ranked. */
export function rankingQueryOf({ english, byLanguage }: VideoSearchQuery): RawBuilder<string> {
  const cases = byLanguage.map(
    ({ languages, query }) =>
      sql`when split_part(content.language, '-', 1) = any(${languages}::text[]) then ${query}::tsquery`,
  )
  return sql<string>`case when content.language is null then ${english}::tsquery ${sql.join(cases, sql` `)}
    else ${english}::tsquery end`
}
