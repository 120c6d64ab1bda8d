import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { matchesCaptionQuery, type CaptionSearchQuery, type UnfinishedQuery } from './caption-search-query.ts'

/** The best-matching sentence of a caption track among the sentences of one window. */
export interface CaptionMatch {
  caption_id: string
  /** The id of the sentence in `caption_passages`. */
  passage_id: number
  closeness: number
}

interface CaptionMatchReader {
  /** Reads the next `most` matching sentences, or all remaining ones if there are fewer. */
  read: (most: number) => Promise<CaptionMatch[]>
  /** Whether all matching sentences have been read. */
  isComplete: () => boolean
}

/** A range of ids in `caption_passages`. `to` is exclusive. */
interface IdRange {
  from: number
  to: number
}

/** The lengths of the ranges of ids in `caption_windows` (migration 0106). */
const rangeLengths = [2 ** 12, 2 ** 16, 2 ** 20] as const
const [shortestRange] = rangeLengths

/**
 * Reads the sentences that match a query from the newest to the oldest, in windows of consecutive ids. The
 * length of each window is estimated from the matches in the previous windows. PostgreSQL can therefore find
 * the newest matches of a word without reading all its matches.
 */
export function createCaptionMatchReader(tx: Tx, query: CaptionSearchQuery): CaptionMatchReader {
  /** All ids in this range have been read. */
  let known: IdRange | undefined
  let found = 0
  let shares: WordShares | undefined

  const readWindow = async (missing: number) => {
    const to = known?.from ?? (await findNewestId(tx)) + 1
    const from = known
      ? chooseWindowStart(known, { found, missing })
      : roundDown(to - shortestRange, shortestRange)
    if (known && query.unfinished) shares ??= await countShares(tx, query.unfinished, known)
    const indexed = chooseIndexedQuery(
      query,
      { from, to },
      known && shares && { ...shares, newest: known.to },
    )
    const rows = await selectNewestMatches(tx, query, { window: { from, to }, indexed, most: missing })
    const { count, oldest } = rows[0] ?? { count: 0, oldest: from }
    found += count
    known = { from: count === missing ? oldest : from, to: known?.to ?? to }
    return { rows, count }
  }

  const isComplete = () => known?.from === 0
  const read = async (most: number): Promise<CaptionMatch[]> => {
    const matches: CaptionMatch[] = []
    for (let missing = most; missing > 0 && !isComplete();) {
      const { rows, count } = await readWindow(missing)
      matches.push(...rows)
      missing -= count
    }
    return matches
  }
  return { read, isComplete }
}

async function findNewestId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ newest: number }>`
    select coalesce(max(id), 0) as newest from caption_passages`.execute(tx)
  return rows[0]!.newest
}

/**
 * Returns the first id of the next window. The window is 20% longer than estimated from the matches so far,
 * but at most 16 times as long as everything read so far, because an estimate from a few matches is
 * unreliable.
 */
function chooseWindowStart(known: IdRange, { found, missing }: { found: number; missing: number }): number {
  const length = known.to - known.from
  const needed = (1.2 * missing * length) / Math.max(found, 1)
  const next = Math.min(Math.max(needed, 2 * shortestRange), 16 * length)
  const from = known.from - next
  // If only a short range would remain, it is included in this window to save a statement.
  if (from < next / 4) return 0
  return roundDown(from, rangeLengths.findLast((one) => one <= next / 4) ?? shortestRange)
}

function roundDown(id: number, length: number): number {
  return Math.max(0, Math.floor(id / length) * length)
}

/** The shares of the sentences read so far that contain the parts of an unfinished query, from 0 to 1. */
interface WordShares {
  prefix: number
  words: number
}

async function countShares(tx: Tx, { prefix, words }: UnfinishedQuery, known: IdRange): Promise<WordShares> {
  const { rows } = await sql<WordShares>`
    select count(*) filter (where search @@ ${prefix}::tsquery) as prefix,
      count(*) filter (where search @@ ${words ?? prefix}::tsquery) as words
    from caption_passages where id >= ${known.from} and id < ${known.to}`.execute(tx)
  const length = known.to - known.from
  return { prefix: rows[0]!.prefix / length, words: rows[0]!.words / length }
}

/**
 * Returns the part of the query that is looked up in the index, or null to read all sentences of the window.
 * For an unfinished word, the index reads all matches of every word with this prefix, however short the
 * window is: 0.1 to 0.5 µs for each match, with 2.5 million sentences. It can be faster to look up only the
 * other words (1 to 6 µs for each of their matches in the window), or to read the whole window if there are
 * no other words (1 µs for each sentence).
 */
function chooseIndexedQuery(
  { any, unfinished }: CaptionSearchQuery,
  { from, to }: IdRange,
  known: (WordShares & { newest: number }) | undefined,
): string | null {
  if (!unfinished) return any
  if (!known) return null
  const lookup = 0.3 * known.prefix * known.newest
  const reading = (to - from) * (unfinished.words === null ? 1 : 4 * known.words)
  return lookup <= reading ? any : unfinished.words
}

interface MatchSelection {
  window: IdRange
  /** The part of the query that is looked up in the index, or null to read the whole window. */
  indexed: string | null
  most: number
}

async function selectNewestMatches(
  tx: Tx,
  query: CaptionSearchQuery,
  { window, indexed, most }: MatchSelection,
) {
  const candidates =
    indexed === null
      ? sql`passage.id >= ${window.from}`
      : sql`passage.search @@ ${indexed}::tsquery and caption_windows(passage.id) && ${listRanges(window)}::bigint[]`
  // `offset 0` makes PostgreSQL sort the matches of the window. PostgreSQL would otherwise read all sentences in
  // the order of their ids if it expected many matches.
  const { rows } = await sql<CaptionMatch & { count: number; oldest: number }>`
    with said as materialized (
      select id, caption_id, ts_rank_cd(search, ${query.any}::tsquery) as closeness
      from (select id, caption_id, search from caption_passages passage
        where ${candidates} and passage.id < ${window.to} and ${matchesCaptionQuery(query)} offset 0) passage
      order by id desc limit ${most}
    )
    select distinct on (caption_id) caption_id, id as passage_id, closeness,
      (count(*) over ())::int as count, min(id) over () as oldest
    from said order by caption_id, closeness desc, id`.execute(tx)
  return rows
}

/** Returns the numbers of the longest ranges (migration 0106) that contain the ids. `from` starts a range. */
function listRanges({ from, to }: IdRange): number[] {
  const ranges: number[] = []
  for (let at = from; at < to;) {
    const longest = rangeLengths.findLastIndex((length) => at % length === 0 && at + length <= to)
    const kind = Math.max(longest, 0)
    const length = rangeLengths[kind]!
    ranges.push((at / length) * 4 + kind)
    at += length
  }
  return ranges
}
