import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { matchesCaptionQuery, type CaptionSearchQuery } from './caption-search-query.ts'

/** The best-matching sentence of one caption track in one window. */
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

/** The lengths of the ranges of ids in `caption_windows` (migration 0106). */
const rangeLengths = [2 ** 12, 2 ** 16, 2 ** 20] as const
const [shortestRange] = rangeLengths

/**
 * Reads the sentences that match a query from the newest to the oldest, in windows of consecutive ids. The
 * first window is read without the index for words, because common words have enough matches there. The next
 * windows are as long as the matches so far suggest. A word that occurs in 2 % of 2.5 million sentences is
 * thus found in about 60,000 sentences (20 ms) instead of in all of them (1.2 s).
 */
export function createCaptionMatchReader(tx: Tx, query: CaptionSearchQuery): CaptionMatchReader {
  let newest: number | undefined
  /** All sentences from this id on have been read. */
  let readFrom = 0
  let total = 0
  let indexed: string | undefined

  const readWindow = async (missing: number): Promise<CaptionMatch[]> => {
    if (newest === undefined) newest = readFrom = (await findNewestId(tx)) + 1
    const length = newest - readFrom
    const isFirst = length === 0
    if (!isFirst) indexed ??= await chooseIndexedQuery(tx, query, { from: readFrom, length })
    const from = isFirst
      ? roundDown(readFrom - shortestRange, shortestRange)
      : chooseWindowStart(readFrom, { length, total, missing })
    const condition = isFirst ? sql<boolean>`passage.id >= ${from}` : isInWindow(from, readFrom, indexed!)
    const rows = await selectNewestMatches(tx, query, { condition, before: readFrom, most: missing })
    const { found, oldest } = rows[0] ?? { found: 0, oldest: from }
    total += found
    readFrom = found === missing ? oldest : from
    return rows
  }

  return {
    isComplete: () => newest !== undefined && readFrom <= 0,
    async read(most) {
      const matches: CaptionMatch[] = []
      const wanted = total + most
      do matches.push(...(await readWindow(wanted - total)))
      while (total < wanted && readFrom > 0)
      return matches
    },
  }
}

async function findNewestId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ newest: number | null }>`
    select max(id) as newest from caption_passages`.execute(tx)
  return rows[0]!.newest ?? 0
}

/**
 * Returns the first id of the next window. The window is 20 % longer than the matches so far suggest, but at
 * most 16 times as long as everything read so far, because a few matches suggest little.
 */
function chooseWindowStart(
  readFrom: number,
  { length, total, missing }: { length: number; total: number; missing: number },
): number {
  const needed = (1.2 * missing * length) / Math.max(total, 1)
  const next = Math.min(Math.max(needed, 2 * shortestRange), 16 * length)
  const from = readFrom - next
  // A short last window is not worth a statement of its own.
  if (from < next / 4) return 0
  return roundDown(from, rangeLengths.findLast((one) => one <= next / 4) ?? shortestRange)
}

function roundDown(id: number, length: number): number {
  return Math.max(0, Math.floor(id / length) * length)
}

/** Whether a sentence (alias `passage`) is in the window and matches the query that the index answers. */
function isInWindow(from: number, to: number, indexed: string): RawBuilder<boolean> {
  const ranges = listRanges(from, to)
  return sql<boolean>`passage.search @@ ${indexed}::tsquery and caption_windows(passage.id) && ${ranges}::bigint[]`
}

/** Returns the numbers of the longest ranges (migration 0106) that contain the ids. `from` starts a range. */
function listRanges(from: number, to: number): number[] {
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

/**
 * Returns the query for the index. To find the start of a common word, PostgreSQL reads the matches of every
 * word with this start in all windows (100 ms for two million matches). In such a query, the index finds only
 * the other words.
 */
async function chooseIndexedQuery(
  tx: Tx,
  { any, unfinished }: CaptionSearchQuery,
  { from, length }: { from: number; length: number },
): Promise<string> {
  if (!unfinished) return any
  const { rows } = await sql<{ matches: number }>`
    select count(*)::int as matches from caption_passages
    where id between ${from} and ${from + length} and coalesce(search @@ ${unfinished.prefix}::tsquery, false)`.execute(
    tx,
  )
  return rows[0]!.matches > length / 10 ? unfinished.words : any
}

async function selectNewestMatches(
  tx: Tx,
  query: CaptionSearchQuery,
  { condition, before, most }: { condition: RawBuilder<boolean>; before: number; most: number },
) {
  // `offset 0` makes PostgreSQL sort the matches of the window. It would otherwise read all sentences in the order
  // of their ids if it expected many matches.
  const { rows } = await sql<CaptionMatch & { found: number; oldest: number }>`
    with said as materialized (
      select id, caption_id, ts_rank_cd(search, ${query.any}::tsquery) as closeness
      from (select id, caption_id, search from caption_passages passage
        where ${condition} and passage.id < ${before} and ${matchesCaptionQuery(query)} offset 0) passage
      order by id desc limit ${most}
    )
    select distinct on (caption_id) caption_id, id as passage_id, closeness,
      (count(*) over ())::int as found, min(id) over () as oldest
    from said order by caption_id, closeness desc, id`.execute(tx)
  return rows
}
