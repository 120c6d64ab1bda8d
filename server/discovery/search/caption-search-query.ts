import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

/** What a query means in one or more languages. */
interface DictionaryQuery {
  /** The dictionaries of PostgreSQL that turn the query into the same words. */
  dictionaries: string[]
  /** A tsquery in its text form. */
  query: string
}

export interface CaptionSearchQuery {
  byDictionary: DictionaryQuery[]
  /** Matches the sentences of all languages that match, and a few others. Only this query can use the index. */
  any: string
}

/** The dictionaries that the database uses for captions (`caption_dictionary`, migration 0098). */
const dictionaries =
  'arabic armenian basque catalan danish dutch english finnish french german greek hindi hungarian indonesian irish italian lithuanian nepali norwegian portuguese romanian russian serbian simple spanish swedish tamil turkish yiddish'.split(
    ' ',
  )

/** A shorter unfinished word begins too many words. */
const minPrefixLength = 3

/**
 * Builds the queries for sentences that contain every word of `q` or another form of it. The language of a query is
 * unknown, so that each dictionary reads it. If `isTyping` is true, the last word may be unfinished. Returns null if
 * no language has a word to search for.
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

/** Whether a row of `caption_passages`, named `passage`, matches the query in the language of the row. */
export function matchesCaptionQuery({ any, byDictionary }: CaptionSearchQuery): RawBuilder<boolean> {
  const isFound = sql<boolean>`passage.search @@ ${any}::tsquery`
  if (byDictionary.length === 1) return isFound
  return sql<boolean>`(${isFound} and ${matchesInLanguage(byDictionary, 'passage')})`
}

/** Whether one word, named `word`, is a word of the query in the language of its text. */
export function isCaptionQueryWord({ byDictionary }: CaptionSearchQuery): RawBuilder<boolean> {
  // The words of the query are letters and digits, so that the operator cannot be part of a word.
  const words = byDictionary.map((one) => ({ ...one, query: one.query.replaceAll(' & ', ' | ') }))
  return matchesInLanguage(words, 'word')
}

/** Compares the column `search` with the query of the language in the column `language`. */
function matchesInLanguage(byDictionary: DictionaryQuery[], from: 'passage' | 'word'): RawBuilder<boolean> {
  const [language, search] = [sql.ref(`${from}.language`), sql.ref(`${from}.search`)]
  const cases = byDictionary.map(
    (one) =>
      sql`when caption_dictionary(${language}) = any(${one.dictionaries}::regconfig[]) then ${search} @@ ${one.query}::tsquery`,
  )
  return sql<boolean>`coalesce(case ${sql.join(cases, sql` `)} end, false)`
}
