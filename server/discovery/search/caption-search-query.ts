import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

/** The query as parsed by one or more language dictionaries that give the same result. */
interface DictionaryQuery {
  /** The PostgreSQL dictionaries that reduce the query to the same word stems. */
  dictionaries: string[]
  /** A tsquery in its text form. */
  query: string
}

export interface CaptionSearchQuery {
  byDictionary: DictionaryQuery[]
  /**
   * The query for all languages together. This query finds every sentence that matches the search in any
   * language, plus a few false positives. Only this query can use the index.
   */
  any: string
}

/** The dictionaries that the database uses for captions (`caption_dictionary`, migration 0098). */
const dictionaries =
  'arabic armenian basque catalan danish dutch english finnish french german greek hindi hungarian indonesian irish italian lithuanian nepali norwegian portuguese romanian russian serbian simple spanish swedish tamil turkish yiddish'.split(
    ' ',
  )

/** The minimum length of an unfinished word in a search. A shorter prefix matches too many words. */
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
  const prefix = isPrefix ? sql`to_tsquery(dictionary::regconfig, ${`'${last}':*`})` : sql`''::tsquery`
  const { rows } = await sql<{ query: string; dictionaries: string[] }>`
    select query::text as query, array_agg(dictionary) as dictionaries from (
      select dictionary, plainto_tsquery(dictionary::regconfig, ${whole}) && ${prefix} as query
      from unnest(${dictionaries}::text[]) as dictionary) asked
    where numnode(query) > 0 group by query`.execute(tx)
  if (rows.length === 0) return null
  return { byDictionary: rows, any: rows.map(({ query }) => `(${query})`).join(' | ') }
}

/** Whether a row of `caption_passages` (alias `passage`) matches the query in the row's language. */
export function matchesCaptionQuery({ any, byDictionary }: CaptionSearchQuery): RawBuilder<boolean> {
  const isFound = sql<boolean>`passage.search @@ ${any}::tsquery`
  if (byDictionary.length === 1) return isFound
  return sql<boolean>`(${isFound} and ${matchesInLanguage(byDictionary, 'passage')})`
}

/**
 * Whether a word (alias `word`) is one of the query words, according to the dictionary for the language of
 * the text.
 */
export function isCaptionQueryWord({ byDictionary }: CaptionSearchQuery): RawBuilder<boolean> {
  // The words of the query contain only letters and digits, so every `&` in the query is an operator.
  const words = byDictionary.map((one) => ({ ...one, query: one.query.replaceAll(' & ', ' | ') }))
  return matchesInLanguage(words, 'word')
}

/** Compares the `search` column with the query for the language in the `language` column. */
function matchesInLanguage(byDictionary: DictionaryQuery[], from: 'passage' | 'word'): RawBuilder<boolean> {
  const [language, search] = [sql.ref(`${from}.language`), sql.ref(`${from}.search`)]
  const cases = byDictionary.map(
    (one) =>
      sql`when caption_dictionary(${language}) = any(${one.dictionaries}::regconfig[]) then ${search} @@ ${one.query}::tsquery`,
  )
  return sql<boolean>`coalesce(case ${sql.join(cases, sql` `)} end, false)`
}
