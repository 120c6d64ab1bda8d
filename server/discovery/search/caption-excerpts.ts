import { sql } from 'kysely'
import type { CaptionExcerpt, HighlightRanges } from '#contract/discovery/search.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { truncateAroundMatch } from './search-highlights.ts'
import {
  buildCaptionSearchQuery,
  isCaptionQueryWord,
  matchesCaptionQuery,
  type CaptionSearchQuery,
} from './caption-search-query.ts'

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
  passages: readonly Pick<Passage, 'body' | 'language'>[],
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
