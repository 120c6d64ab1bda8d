import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

/** The languages whose word stems the database knows (`caption_dictionary`, migration 0098). */
export const stemmedLanguages: readonly string[] =
  'ar ca da de el en es eu fi fr ga hi hu hy id it lt nb ne nl no pt ro ru sr sv ta tr yi'.split(' ')

/** A word of a search query, as parsed by the dictionaries of all languages. */
export interface QueryWord {
  /** The term for the word as it was typed, with a prefix match for words of three letters or more. */
  typed: string
  /** The term for the stem of the word, and the languages that have this stem. Stop words have no stem. */
  stems: { stem: string; languages: string[] }[]
  /** Whether the word is still being typed, so that it may become a word that is not a stop word. */
  isUnfinished: boolean
}

/** Parses at most ten words. If `isTyping` is true, the last word may be unfinished. */
export async function parseQueryWords(tx: Tx, text: string, isTyping: boolean): Promise<QueryWord[]> {
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
export function stemIn(language: string, { stems }: QueryWord): string {
  return stems.find(({ languages }) => languages.includes(language))?.stem ?? ''
}

export function isStopWord(language: string, word: QueryWord): boolean {
  return !word.isUnfinished && stemIn(language, word) === ''
}

/**
 * Returns the words that a text in the language must contain. Stop words count only if there are no other
 * words.
 */
export function requiredWords(words: readonly QueryWord[], language: string): readonly QueryWord[] {
  const required = words.filter((word) => !isStopWord(language, word))
  return required.length > 0 ? required : words
}
