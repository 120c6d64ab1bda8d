import { sql } from 'kysely'
import type { CaptionExcerpt } from '#contract/discovery/search.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { truncateAroundMatch } from './search-highlights.ts'
import { isCaptionQueryWord, matchesCaptionQuery, type CaptionSearchQuery } from './caption-search-query.ts'

interface Passage {
  content_id: string
  language: string
  /** The text of the passage, with one line for each cue. */
  body: string
  starts: number[]
}

/**
 * Returns, for each video, the sentence that best matches the query. `longestStart` is the maximum number of
 * characters before the match. The caller must have checked that the viewer may find the videos.
 */
export async function findCaptionExcerpts(
  tx: Tx,
  query: CaptionSearchQuery,
  ids: readonly string[],
  { longestStart }: { longestStart?: number } = {},
): Promise<ReadonlyMap<string, CaptionExcerpt>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Passage>`
    select distinct on (captions.content_id) captions.content_id, passage.language, passage.body, passage.starts
    from captions join caption_passages passage on passage.caption_id = captions.id
    where captions.content_id = any(${ids}) and ${matchesCaptionQuery(query)}
    order by captions.content_id, ts_rank_cd(passage.search, ${query.any}::tsquery) desc, captions.is_default desc,
      passage.id`.execute(tx)
  const matches = await findMatchedWords(tx, query, rows)
  return new Map(rows.map((row, at) => [row.content_id, presentSentence(row, matches[at]!, longestStart)]))
}

interface MatchedWord {
  from: number
  to: number
  /** The stem that all grammatical forms of the word share. */
  stem: string
}

/**
 * Returns the words in each passage that match a word of the query, using the dictionary for the passage's
 * language.
 */
async function findMatchedWords(
  tx: Tx,
  query: CaptionSearchQuery,
  passages: readonly Passage[],
): Promise<MatchedWord[][]> {
  const words = passages.flatMap(({ body, language }, passage) =>
    [...body.matchAll(/[\p{Alphabetic}\p{Nd}\p{M}'’]+/gu)].map(({ 0: text, index }) => ({
      passage,
      language,
      text,
      index,
    })),
  )
  const { rows } = await sql<{ nth: number; stem: string }>`
    select nth::int, array_to_string(tsvector_to_array(word.search), ' ') as stem from (
      select nth, language, to_tsvector(caption_dictionary(language), caption_plain(spoken)) as search
      from unnest(${words.map(({ text }) => text)}::text[], ${words.map(({ language }) => language)}::text[])
        with ordinality as each (spoken, language, nth)) word
    where ${isCaptionQueryWord(query)} order by nth`.execute(tx)
  const found: MatchedWord[][] = passages.map(() => [])
  for (const { nth, stem } of rows) {
    const { passage, text, index } = words[nth - 1]!
    found[passage]!.push({ from: index, to: index + text.length, stem })
  }
  return found
}

/**
 * Marks the query words in the passage. The time in the result is the start of the cue in which these words
 * are closest together.
 */
function presentSentence(
  { body, starts, language }: Passage,
  words: readonly MatchedWord[],
  longestStart: number | undefined,
): CaptionExcerpt {
  const first = findClosestWords(words)
  const cue = body.slice(0, first).split('\n').length - 1
  const { text, from, to, shift } = truncateAroundMatch(body.replaceAll('\n', ' '), first, longestStart)
  const marks = words
    .filter((word) => word.from >= from && word.to <= to)
    .map((word): [number, number] => [word.from + shift, word.to + shift])
  return { text, marks, language, second: Math.floor((starts[cue] ?? starts[0]!) / 1000) }
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
