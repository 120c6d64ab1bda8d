import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

/** The query as parsed for one or more languages whose dictionaries give the same result. */
interface LanguageQuery {
  /** ISO 639 codes. */
  languages: string[]
  /** A tsquery in its text form. */
  query: string
}

export interface CaptionSearchQuery {
  byLanguage: LanguageQuery[]
  /**
   * The query for all languages together. It finds every sentence that matches the query in any language,
   * plus a few false positives.
   */
  any: string
  /** Set if the last word is unfinished. */
  unfinished: UnfinishedQuery | null
}

export interface UnfinishedQuery {
  /** A tsquery for the unfinished word alone. */
  prefix: string
  /**
   * A tsquery for the other words, for all languages together, or null if every sentence with the unfinished
   * word can match.
   */
  words: string | null
}

/** The minimum length of an unfinished word in a search. A shorter prefix matches too many words. */
const minPrefixLength = 3

/**
 * Builds the queries that find sentences containing every word of `q`, each in any grammatical form. The
 * language of the query is unknown, so the dictionaries of `languages` (by default, the languages that captions
 * have) parse it. If `isTyping` is true, the last word may be unfinished. Returns null if the query contains no
 * searchable word in any language.
 */
export async function buildCaptionSearchQuery(
  tx: Tx,
  q: string,
  {
    isTyping = false,
    languages = captionLanguages,
  }: { isTyping?: boolean; languages?: RawBuilder<unknown> } = {},
): Promise<CaptionSearchQuery | null> {
  const { rows: plain } = await sql<{ words: string[] }>`
    select regexp_split_to_array(caption_plain(${q}), ' ') as words`.execute(tx)
  const words = plain[0]!.words.filter(Boolean).slice(0, 10)
  const last = words.at(-1)
  if (!last) return null
  const isPrefix = isTyping && last.length >= minPrefixLength
  const whole = (isPrefix ? words.slice(0, -1) : words).join(' ')
  const { rows } = await sql<ParsedQuery>`
    select words::text, prefix::text, query::text, array_agg(language) as languages from (
      select language, words, prefix, words && prefix as query from (
        select language, plainto_tsquery(caption_dictionary(language), ${whole}) as words,
          to_tsquery(caption_dictionary(language), ${isPrefix ? `'${last}':*` : ''}) as prefix
        from (${languages}) spoken offset 0) each) parsed
    where numnode(query) > 0 group by words, prefix, query`.execute(tx)
  if (rows.length === 0) return null
  return { byLanguage: rows, ...mergeLanguages(rows) }
}

/** The ISO 639 codes of the languages that captions have. The statement reads one index entry for each language. */
const captionLanguages = sql`
  with recursive track as (
    select min(language) as language from captions
    union all
    select (select min(captions.language) from captions where captions.language > track.language) from track
      where language is not null
  )
  select distinct split_part(language, '-', 1) as language from track where language is not null`

interface ParsedQuery extends LanguageQuery {
  /** The complete words of the query. Empty if the dictionary ignores them, for example because they are stop words. */
  words: string
  /** The unfinished word of the query, or an empty text. */
  prefix: string
}

function mergeLanguages(parsed: readonly ParsedQuery[]): Pick<CaptionSearchQuery, 'any' | 'unfinished'> {
  const prefix = mergePrefixes(parsed.map((one) => one.prefix).filter(Boolean))
  const words = mergeQueries(parsed.map((one) => one.words).filter(Boolean))
  const needsWords = parsed.every((one) => one.words !== '')
  const needsPrefix = parsed.every((one) => one.prefix !== '')
  if (needsWords && !needsPrefix) return { any: words, unfinished: null }
  if (needsWords) return { any: `(${words}) & (${prefix})`, unfinished: { prefix, words } }
  return { any: needsPrefix ? prefix : `(${words}) | (${prefix})`, unfinished: { prefix, words: null } }
}

/**
 * Merges the queries of several dictionaries into one query that contains each stem once, because the index
 * would look up a repeated stem several times: `a & b | a & c` becomes `a & (b | c)`. The result can match
 * more sentences than the queries, but never fewer.
 */
function mergeQueries(queries: readonly string[]): string {
  const byLength = Object.values(Object.groupBy(queries.map(splitQuery), (stems) => stems.length))
  return byLength
    .map((group) => {
      const positions = group![0]!.map((_, at) => new Set(group!.map((stems) => stems[at]!)))
      return `(${positions.map((stems) => `(${[...stems].join(' | ')})`).join(' & ')})`
    })
    .join(' | ')
}

/** Merges word prefixes. A longer prefix is left out if a shorter prefix already covers its matches. */
function mergePrefixes(prefixes: readonly string[]): string {
  return [...new Set(prefixes)]
    .filter(
      (one, _, all) => !all.some((other) => other !== one && one.startsWith(other.replace(/':\*$/, ''))),
    )
    .join(' | ')
}

/** The words of a query contain only letters and digits, so every `&` in the query is an operator. */
function splitQuery(query: string): string[] {
  return query.split(' & ')
}

/**
 * Whether a row of `caption_passages` (alias `passage`) matches the query in the row's language. PostgreSQL
 * never uses an index for this condition.
 */
export function matchesCaptionQuery({ byLanguage }: CaptionSearchQuery): RawBuilder<boolean> {
  return matchesInLanguage(byLanguage, 'passage')
}

/**
 * Whether a word (alias `word`) is one of the query words, according to the dictionary for the language of
 * the text.
 */
export function isCaptionQueryWord({ byLanguage }: CaptionSearchQuery): RawBuilder<boolean> {
  const words = byLanguage.map((one) => ({ ...one, query: splitQuery(one.query).join(' | ') }))
  return matchesInLanguage(words, 'word')
}

/**
 * Compares the column `search` with the query for the language in the column `language`. The condition does
 * not call `caption_dictionary`, because a call takes 10 µs.
 */
function matchesInLanguage(byLanguage: LanguageQuery[], from: 'passage' | 'word'): RawBuilder<boolean> {
  const [language, search] = [sql.ref(`${from}.language`), sql.ref(`${from}.search`)]
  const cases = byLanguage.map(
    ({ languages, query }) =>
      sql`when split_part(${language}, '-', 1) = any(${languages}::text[]) then ${search} @@ ${query}::tsquery`,
  )
  return sql<boolean>`coalesce(case ${sql.join(cases, sql` `)} end, false)`
}
