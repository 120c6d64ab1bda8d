import { sql } from 'kysely'
import type { Tx } from '../platform/db/db.ts'
import { nearPart, slips } from './words.ts'

/*
 * The words by which something can be found (search_vocabulary, written by a trigger). What is spelled nearly like a word is looked
 * for among these, and then found by its right spelling: to compare the items themselves took a tenth of a second at 100,000.
 */

interface Asked {
  word: string
  /** Somebody may have typed only the beginning of it. */
  isBegun: boolean
}

/**
 * What finds the items that have each of the words, or one nearly like it, in title, genre or creator’s name; and how many slips
 * there are to an item's words. Null when there is no such word. Within `searching`, which says how alike words must look.
 */
export async function nearQuery(tx: Tx, asked: readonly Asked[]) {
  const each: string[] = []
  for (const one of asked) {
    const spellings = await spelledNearly(tx, one)
    if (spellings.length === 0) return null
    each.push(`(${spellings.map((spelling) => `${spelling}AB`).join(' | ')})`)
  }
  return { query: each.join(' & '), slipsIn: slipsTo(asked) }
}

/** As lexemes: words are letters and digits alone. `AB` above is where `search_words` comes from (migration 0007). */
async function spelledNearly(tx: Tx, { word: asked, isBegun }: Asked): Promise<string[]> {
  const itself = isBegun ? `'${asked}':*` : `'${asked}':`
  if (asked.length < 4) return [itself]
  const { rows } = await sql<{ word: string }>`
    select word from search_vocabulary where ${asked} <% word`.execute(tx)
  const found = new Set<string>()
  for (const { word } of rows) {
    const part = nearPart(asked, word, isBegun)
    if (part !== null) found.add(part === word ? `'${part}':` : `'${part}':*`)
  }
  return [...found]
}

/** The same words come again and again. */
function slipsTo(asked: readonly Asked[]): (searchWords: string) => number {
  const known = asked.map(() => new Map<string, number>())
  return (searchWords) => {
    const theirs = searchWords.split(' ')
    return asked.reduce((sum, { word, isBegun }, at) => {
      const least = theirs.map((their) => {
        const kept = known[at]!.get(their) ?? slips(word, their, isBegun)
        known[at]!.set(their, kept)
        return kept
      })
      return sum + Math.min(...least)
    }, 0)
  }
}
