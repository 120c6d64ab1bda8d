import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

/** A search query for the column `content.search`. Each query is a tsquery in its text form. */
export interface VideoSearchQuery {
  /** Finds all matching videos. A stem in this query matches only videos in the language of the stem. */
  matching: string
  /** The query in English, with which videos in English or in an unknown language are ranked. */
  english: string
  /** The queries with which videos in other languages are ranked. */
  byLanguage: { languages: string[]; query: string }[]
}

/** The languages whose word stems the database knows (`caption_dictionary`, migration 0098). */
export const stemmedLanguages: readonly string[] =
  'ar ca da de el en es eu fi fr ga hi hu hy id it lt nb ne nl no pt ro ru sr sv ta tr yi'.split(' ')
const isOtherLanguage = (language: string) => language !== 'en'
const otherLanguages = stemmedLanguages.filter(isOtherLanguage)

interface QueryWord {
  /** The term for the word as it was typed, with a prefix match for words of three letters or more. */
  typed: string
  /** The term for the stem of the word, and the languages that have this stem. Stop words have no stem. */
  stems: { stem: string; languages: string[] }[]
  /** Whether the word is still being typed, so that it may become a word that is not a stop word. */
  isUnfinished: boolean
}

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
  const words = await parseWords(tx, plain, isTyping)
  if (words.length === 0) return null
  const otherWords = plain === without_articles ? [] : await parseWords(tx, without_articles, isTyping)
  const readings = otherWords.length > 0 ? [words, otherWords] : [words]
  return {
    matching: joinTerms(readings.map(buildMatchingQuery), '|'),
    english: buildLanguageQuery(words, 'en'),
    byLanguage: buildQueriesByLanguage(readings.at(-1)!),
  }
}

async function parseWords(tx: Tx, text: string, isTyping: boolean): Promise<QueryWord[]> {
  const words = text.split(' ').filter(Boolean).slice(0, 10)
  const isUnfinished = words.map((_, at) => isTyping && at === words.length - 1)
  const isPrefix = words.map((word, at) => [...word].length >= 3 || isUnfinished[at]!)
  const { rows } = await sql<Omit<QueryWord, 'isUnfinished'> & { nth: number }>`
    select nth::int as nth, to_tsquery('simple', word || case when is_prefix then ':*' else '' end)::text as typed,
      (select json_agg(json_build_object('stem', stem, 'languages', languages)) from (
        select to_tsquery(caption_dictionary(language), word)::text as stem, array_agg(language) as languages
        from unnest(${stemmedLanguages}::text[]) as language group by stem) parsed) as stems
    from unnest(${words}::text[], ${isPrefix}::boolean[]) with ordinality as each (word, is_prefix, nth)
    order by nth`.execute(tx)
  return rows
    .map(({ nth, typed, stems }) => ({ typed, stems, isUnfinished: isUnfinished[nth - 1]! }))
    .filter(({ typed }) => typed !== '')
}

/** Returns the stem of a word in a language, or an empty string for a stop word. */
function stemIn(language: string, { stems }: QueryWord): string {
  return stems.find(({ languages }) => languages.includes(language))?.stem ?? ''
}

function isStopWord(language: string, word: QueryWord): boolean {
  return !word.isUnfinished && stemIn(language, word) === ''
}

/**
 * Returns the words that a text in the language must contain. Stop words count only if there are no other
 * words.
 */
function requiredWords(words: readonly QueryWord[], language: string): readonly QueryWord[] {
  const required = words.filter((word) => !isStopWord(language, word))
  return required.length > 0 ? required : words
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
