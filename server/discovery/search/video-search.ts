import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '#contract/errors/api-error.ts'
import type { getSearchResults } from '#contract/discovery/search.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { searchLimits } from '#contract/limits.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { newestItemsCutoffSql } from '#server/access-policy/content-queries.ts'
import { findNewestMatches } from './newest-matches.ts'
import { buildFuzzyQuery } from './fuzzy-query.ts'
import { splitQueryWords } from './spelling.ts'
import { buildVideoSearchFilter } from './video-search-filter.ts'
import {
  buildVideoSearchQuery,
  matchesVideoQuery,
  rankingQueryOf,
  type VideoSearchQuery,
} from './video-search-query.ts'

export type SearchQuery = ParsedInputOf<typeof getSearchResults>['query']

export interface FuzzyMatch {
  id: string
  search_words: string
}

/**
 * Runs `work` in a transaction with the settings for search: a new plan per query (rare and common words need
 * different plans), a timeout of 3 s, and a word similarity threshold of 0.3 for typos. Throws `unavailable`
 * if the timeout is reached.
 */
export async function runSearchTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transaction(async (tx) => {
      await sql`select set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('statement_timeout', ${String(searchLimits.timeout)}, true),
        set_config('pg_trgm.word_similarity_threshold', '0.3', true)`.execute(tx)
      return work(tx)
    })
  } catch (error) {
    if ((error as { code?: string }).code === '57014') throw new ApiError('unavailable')
    throw error
  }
}

/**
 * If there are few exact matches, finds items that match the query with a similar spelling. Returns no items
 * if the search times out.
 */
export async function findFuzzyMatches(
  viewer: Viewer,
  wanted: SearchQuery,
  exact: string[],
): Promise<FuzzyMatch[]> {
  if (
    exact.length >= searchLimits.similarBelow ||
    !splitQueryWords(wanted.q).some((word) => word.length >= 4)
  )
    return []
  return runSearchTransaction((tx) => findNearMatches(tx, viewer, wanted, exact)).catch((error: unknown) => {
    if (error instanceof ApiError) return []
    throw error
  })
}

/**
 * Returns at most the 1000 newest matches, because ranking every match of a common word took 218 ms with a
 * million rows.
 */
export async function findExactMatches(
  tx: Tx,
  viewer: Viewer,
  { q, sort, ...filters }: SearchQuery,
): Promise<string[]> {
  const query = await buildVideoSearchQuery(tx, q)
  const matches = query ? matchesVideoQuery(query) : containsSymbols(q)
  const rows = await findNewestMatches<{ rank: number }>(tx, viewer, {
    condition: sql<boolean>`${matches} and ${await buildVideoSearchFilter(tx, filters)}`,
    most: searchLimits.candidates,
    columns: sql`${searchRank(q, query, sort)} as rank`,
  })
  return rows.toSorted((a, b) => b.rank - a.rank).map(({ id }) => id)
}

/**
 * For a query without words (an emoji, `%`), the titles of the newest items are searched for the exact
 * characters.
 */
function containsSymbols(q: string): RawBuilder<boolean> {
  return sql<boolean>`position(${q.toLowerCase()} in lower(content.title)) > 0 and content.created_at > ${newestItemsCutoffSql(searchLimits.symbolCandidates)}`
}

/**
 * Ranks a matching item. Title words have the highest weight, then genre and creator, then the description. A
 * title that equals or starts with the query gets a bonus.
 */
function searchRank(
  q: string,
  query: VideoSearchQuery | null,
  sort: SearchQuery['sort'],
): RawBuilder<number> {
  if (sort === 'newest') return sql<number>`0`
  if (sort === 'likes') return sql<number>`content.likes_count`
  const asked = sql`search_plain(${q})`
  // `offset 0` makes PostgreSQL normalize the title once instead of three times. Normalizing the title three
  // times would take longer than the rest of the query.
  const wordRank = query
    ? sql`ts_rank('{0.05, 0.1, 0.4, 1.0}', content.search, ${rankingQueryOf(query)})`
    : sql`0`
  return sql<number>`${wordRank}
    + (select case when title = ${asked} then 2 when starts_with(title, ${asked}) then 0.5
      when position(' ' || ${asked} in title) > 0 then 0.3 else 0 end
      from (select search_plain(content.title) as title offset 0) plain)
    + 0.05 * ln(1 + content.likes_count)`
}

/** Finds items that contain a similar word for every query word. Fewer typos rank higher. */
async function findNearMatches(
  tx: Tx,
  viewer: Viewer,
  { q, ...filters }: SearchQuery,
  exact: string[],
): Promise<FuzzyMatch[]> {
  const near = await buildFuzzyQuery(
    tx,
    splitQueryWords(q).map((word) => ({ word, isBegun: true })),
  )
  if (near === null) return []
  const rows = await findNewestMatches<FuzzyMatch>(tx, viewer, {
    condition: sql<boolean>`content.search @@ ${near.query}::tsquery and ${await buildVideoSearchFilter(tx, filters)}`,
    most: searchLimits.similarCandidates,
    columns: sql`content.search_words`,
  })
  const known = new Set(exact)
  return rows
    .filter(({ id }) => !known.has(id))
    .map((row) => ({ ...row, typos: near.countTyposIn(row.search_words) }))
    .toSorted((a, b) => a.typos - b.typos)
}
