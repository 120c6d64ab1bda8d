import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

/** The query as parsed for one or more languages whose dictionaries give the same result. */
interface LanguageQuery {
  /** ISO 639 codes. `und` stands for all languages without a dictionary. */
  languages: string[]
  /** A tsquery in its text form. Empty if these languages contain no searchable word of the query. */
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

interface UnfinishedQuery {
  /** A tsquery for the unfinished word alone. */
  prefix: string
  /**
   * A tsquery for the other words, for all languages together, or null if every sentence with the unfinished
   * word can match.
   */
  words: string | null
}

/** The languages for which the database has a dictionary (`caption_dictionary`, migration 0098), and `und`. */
const languages =
  'ar ca da de el en es eu fi fr ga hi hu hy id it lt nb ne nl no pt ro ru sr sv ta tr yi und'.split(' ')

/** The minimum length of an unfinished word in a search. Too many words start with a shorter text. */
const minPrefixLength = 3

/**
 * Builds the queries that find sentences containing every word of `q`, each in any grammatical form. The
 * language of the query is unknown, so every dictionary parses it. If `isTyping` is true, the last word may
 * be unfinished. Returns null if the query contains no searchable word in any language.
 */
export async function buildCaptionSearchQuery(
  tx: Tx,
  q: string,
  { isTyping = false } = {},
): Promise<CaptionSearchQuery | null> {
  const { rows: plain } = await sql<{ words: string[] }>`
    select regexp_split_to_array(caption_plain(${q}), ' ') as words`.execute(tx)
  const words = plain[0]!.words.filter(Boolean).slice(0, 10)
  const last = words.at(-1)
  if (!last) return null
  const isPrefix = isTyping && last.length >= minPrefixLength
  const whole = (isPrefix ? words.slice(0, -1) : words).join(' ')
  const prefix = isPrefix ? `'${last}':*` : ''
  const { rows } = await sql<LanguageQuery & { whole: string }>`
    select whole::text, (whole && ${prefix}::tsquery)::text as query, array_agg(language) as languages from (
      select language, plainto_tsquery(caption_dictionary(language), ${whole}) as whole
      from unnest(${languages}::text[]) as language) asked
    group by whole`.execute(tx)
  const searchable = rows.filter(({ query }) => query !== '')
  if (searchable.length === 0) return null
  const byLanguage = rows.map(({ languages: codes, query }) => ({ languages: codes, query }))
  const any = mergeQueries(searchable.map(({ query }) => query))
  if (!isPrefix) return { byLanguage, any, unfinished: null }
  // A dictionary ignores the other words if all of them are stop words.
  const others = searchable.some((row) => row.whole === '')
    ? null
    : mergeQueries(searchable.map((row) => row.whole))
  return {
    byLanguage,
    any: others === null ? prefix : `(${others}) & ${prefix}`,
    unfinished: { prefix, words: others },
  }
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
  const matches = ({ query }: LanguageQuery) =>
    query === '' ? sql<boolean>`false` : sql<boolean>`coalesce(${search} @@ ${query}::tsquery, false)`
  const rest = byLanguage.find((one) => one.languages.includes('und'))!
  const others = byLanguage.filter((one) => one !== rest)
  if (others.length === 0) return matches(rest)
  const cases = others.map(
    (one) => sql`when split_part(${language}, '-', 1) = any(${one.languages}::text[]) then ${matches(one)}`,
  )
  return sql<boolean>`case ${sql.join(cases, sql` `)} else ${matches(rest)} end`
}
