import { sql } from 'kysely'
import type { CaptionExcerpt, HighlightRanges } from '#contract/discovery/search.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { truncateAroundMatch } from './search-highlights.ts'
import {
  buildCaptionSearchQuery,
  matchesCaptionQuery,
  type CaptionSearchQuery,
} from './caption-search-query.ts'
import { findClosestWords, findMatchedWords, type MatchedWord } from './matched-words.ts'

interface Passage {
  content_id: string
  language: string
  /** The text of the passage, with one line for each cue. */
  body: string
  starts: number[]
}

interface ExcerptRequest {
  /** Sentences in `caption_passages` that are known to be the best matches in their videos. */
  passages?: readonly number[]
  /** Videos whose best-matching sentence is not known. */
  videos?: readonly string[]
  /** The maximum number of characters before the match. */
  longestStart?: number
}

/**
 * Returns, for each video, the sentence that best matches the query. The caller must have checked that the
 * viewer may find the videos.
 */
export async function findCaptionExcerpts(
  tx: Tx,
  query: CaptionSearchQuery,
  { passages = [], videos = [], longestStart }: ExcerptRequest,
): Promise<ReadonlyMap<string, CaptionExcerpt>> {
  const rows = [...(await loadPassages(tx, passages)), ...(await findBestPassages(tx, query, videos))]
  if (rows.length === 0) return new Map()
  const matches = await findMatchedWords(tx, query, rows)
  return new Map(rows.map((row, at) => [row.content_id, presentSentence(row, matches[at]!, longestStart)]))
}

async function loadPassages(tx: Tx, ids: readonly number[]): Promise<Passage[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('caption_passages as passage')
    .innerJoin('captions', 'captions.id', 'passage.caption_id')
    .select(['captions.content_id', 'passage.language', 'passage.body', 'passage.starts'])
    .where('passage.id', 'in', ids)
    .execute()
}

async function findBestPassages(
  tx: Tx,
  query: CaptionSearchQuery,
  videos: readonly string[],
): Promise<Passage[]> {
  if (videos.length === 0) return []
  const { rows } = await sql<Passage>`
    select distinct on (captions.content_id) captions.content_id, passage.language, passage.body, passage.starts
    from captions join caption_passages passage on passage.caption_id = captions.id
    where captions.content_id = any(${videos}) and ${matchesCaptionQuery(query)}
    order by captions.content_id, ts_rank_cd(passage.search, ${query.any}::tsquery) desc, captions.is_default desc,
      passage.id`.execute(tx)
  return rows
}

/**
 * Returns, for each title whose language is known, the ranges of the words that match `q` in this language. The
 * key of the result is the id of the video.
 */
export async function findTitleMatches(
  tx: Tx,
  q: string,
  videos: readonly { id: string; title: string; language: string | null }[],
): Promise<ReadonlyMap<string, HighlightRanges>> {
  const titles = videos.flatMap(({ id, title, language }) =>
    language ? [{ id, body: title, language: language.split('-')[0]! }] : [],
  )
  if (titles.length === 0) return new Map()
  const languages = sql`select unnest(${[...new Set(titles.map(({ language }) => language))]}::text[]) as language`
  const query = await buildCaptionSearchQuery(tx, q, { languages })
  if (!query) return new Map()
  const matches = await findMatchedWords(tx, query, titles)
  return new Map(titles.map(({ id }, at) => [id, matches[at]!.map(({ from, to }) => [from, to])]))
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
