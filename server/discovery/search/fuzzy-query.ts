import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import {
  nearSpelledPart,
  joinAdjacentWords,
  oneTypoVariants,
  countTypos,
  splitIntoTwoWords,
} from './spelling.ts'

/*
 * The words by which something can be found (search_vocabulary, written by a trigger). What is spelled nearly like a word is looked
 * for among these, and then found by its right spelling: to compare the items themselves took a tenth of a second at 100,000.
 */

interface QueryWord {
  word: string
  /** Somebody may have typed only the beginning of it. */
  isBegun: boolean
}

/**
 * What finds the items that have each of the words, or one nearly like it, in title, genre or creator’s name; also where two words are
 * written as one, or one as two. And how many slips there are to an item's words. Null when there is no such word. Within `searching`,
 * which says how alike words must look.
 */
export async function buildFuzzyQuery(tx: Tx, asked: readonly QueryWord[]) {
  const each = await Promise.all(asked.map((one) => alternatives(tx, one)))
  const pairs = await findJoinedWords(tx, asked)
  const ways = [each, ...pairs.map(({ at, as }) => [...each.slice(0, at), [as], ...each.slice(at + 2)])]
  const possible = ways.filter((way) => way.every((words) => words.length > 0))
  if (possible.length === 0) return null
  const query = possible.map((way) => `(${way.map((words) => `(${words.join(' | ')})`).join(' & ')})`)
  return { query: query.join(' | '), slipsIn: createTypoCounter(asked) }
}

/** As parts of a tsquery: words are letters and digits alone. `AB` is where `search_words` comes from (migration 0007). */
async function alternatives(tx: Tx, asked: QueryWord): Promise<string[]> {
  if (asked.word.length < 4) return [toPrefixTerm(asked)]
  return [...(await findNearWords(tx, asked)), ...(await findWordSplits(tx, asked))]
}

function toPrefixTerm({ word, isBegun }: QueryWord): string {
  return isBegun ? `'${word}':*AB` : `'${word}':AB`
}

/**
 * Trigrams propose. In a word of four or five letters one slip leaves too few of them (`rian` and `rain` share one of five), so all words
 * at one slip from it are looked up as well.
 */
async function findNearWords(tx: Tx, { word: asked, isBegun }: QueryWord): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from search_vocabulary where ${asked} <% word
    union select word from search_vocabulary where word = any(${oneTypoVariants(asked)})`.execute(tx)
  const found = new Set<string>()
  for (const { word } of rows) {
    const part = nearSpelledPart(asked, word, isBegun)
    if (part !== null) found.add(part === word ? `'${part}':AB` : `'${part}':*AB`)
  }
  return [...found]
}

/** `hiphop` is also `hip hop`: two words beside each other. Words of one or two letters are not in the vocabulary. */
async function findWordSplits(tx: Tx, { word, isBegun }: QueryWord): Promise<string[]> {
  const parts = splitIntoTwoWords(word)
  if (parts.length === 0) return []
  // One condition or the other: with both in one, no index would do. Parts are letters and digits, nothing of a pattern.
  const begins = isBegun ? sql`word like second || '%'` : sql`word = second`
  const { rows } = await sql<{ at: number }>`
    select at from unnest(${parts.map(([first]) => first)}::text[], ${parts.map(([, second]) => second)}::text[])
        with ordinality as part (first, second, at)
      where (length(first) < 3 or exists (select from search_vocabulary where word = first))
        and (length(second) < 3 or exists (select from search_vocabulary
          where ${begins}))`.execute(tx)
  return rows.map(({ at }) => {
    const [first, second] = parts[Number(at) - 1]!
    return `('${first}':AB <-> ${toPrefixTerm({ word: second, isBegun })})`
  })
}

/** Two words that follow each other in the question and are one in the vocabulary: where the first stands, and the word. */
async function findJoinedWords(tx: Tx, asked: readonly QueryWord[]): Promise<{ at: number; as: string }[]> {
  const pairs = joinAdjacentWords(asked.map(({ word }) => word))
  if (pairs.length === 0) return []
  const { rows } = await sql<{ word: string }>`
    select word from search_vocabulary where word = any(${pairs})`.execute(tx)
  const known = new Set(rows.map(({ word }) => word))
  return pairs.flatMap((pair, at) => (known.has(pair) ? [{ at, as: `'${pair}':AB` }] : []))
}

/** The same words come again and again. */
function createTypoCounter(asked: readonly QueryWord[]): (searchWords: string) => number {
  const known = asked.map(() => new Map<string, number>())
  return (searchWords) => {
    const words = searchWords.split(' ')
    const theirs = [...words, ...joinAdjacentWords(words)]
    return asked.reduce((sum, { word, isBegun }, at) => {
      const least = theirs.map((their) => {
        const kept = known[at]!.get(their) ?? countTypos(word, their, isBegun)
        known[at]!.set(their, kept)
        return kept
      })
      return sum + Math.min(...least)
    }, 0)
  }
}
