import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { isCaptionQueryWord, type CaptionSearchQuery } from './caption-search-query.ts'

/** A word of a text that matches a word of the query, with its position in the text. */
export interface MatchedWord {
  from: number
  to: number
  /** The stem that all grammatical forms of the word share. */
  stem: string
}

/**
 * Returns the words in each passage that match a word of the query, using the dictionary for the passage's
 * language.
 */
export async function findMatchedWords(
  tx: Tx,
  query: CaptionSearchQuery,
  passages: readonly { body: string; language: string }[],
): Promise<MatchedWord[][]> {
  const words = passages.flatMap(({ body, language }, passage) =>
    [...body.matchAll(/[\p{Alphabetic}\p{Nd}\p{M}'’]+/gu)].map(({ 0: text, index }) => ({
      passage,
      text,
      index,
      key: `${language} ${text}`,
    })),
  )
  const distinct = [...new Set(words.map(({ key }) => key))].map((key) => key.split(' '))
  // `offset 0` makes PostgreSQL look up each dictionary and stem each word only once.
  const { rows } = await sql<{ language: string; text: string; stem: string }>`
    select language, text, array_to_string(tsvector_to_array(word.search), ' ') as stem from (
      select language, text, to_tsvector(dictionary, caption_plain(text)) as search
      from unnest(${distinct.map(([language]) => language)}::text[], ${distinct.map(([, text]) => text)}::text[])
          as spoken (language, text)
        join (select language, caption_dictionary(language) as dictionary
          from unnest(${[...new Set(passages.map(({ language }) => language))]}::text[]) as language offset 0) known
          using (language)
      offset 0) word
    where ${isCaptionQueryWord(query)}`.execute(tx)
  const stems = new Map(rows.map(({ language, text, stem }) => [`${language} ${text}`, stem]))
  const found: MatchedWord[][] = passages.map(() => [])
  for (const { passage, text, index, key } of words) {
    const stem = stems.get(key)
    if (stem !== undefined) found[passage]!.push({ from: index, to: index + text.length, stem })
  }
  return found
}

/**
 * Finds the shortest part of a passage that contains all words of the query, and returns the position of its
 * first word.
 */
export function findClosestWords(words: readonly MatchedWord[]): number {
  const all = new Set(words.map(({ stem }) => stem)).size
  let best = { from: words[0]?.from ?? 0, length: Number.POSITIVE_INFINITY }
  for (const [at, { from }] of words.entries()) {
    const seen = new Set<string>()
    const last = words.slice(at).find(({ stem }) => seen.add(stem).size === all)
    if (last && last.to - from < best.length) best = { from, length: last.to - from }
  }
  return best.from
}
