import type { QueryFixtures } from './query-fixtures.ts'

/** A benchmarked query of the site. */
export interface BenchQuery extends Bars {
  name: string
  run(cast: QueryFixtures): Promise<unknown>
}

interface Bars {
  /** The maximum factor by which the median query time may grow from the smallest to the largest site. */
  growth?: number
  /** The highest acceptable 95th percentile of the query time on the largest site, in milliseconds. */
  p95?: number
  /**
   * Whether the server process caches the response. A cached query is measured as if the cache had expired.
   */
  isKept?: true
}

export const growthFactorLimit: Bars = { growth: 1.5 }
export const p95LatencyLimit: Bars = { p95: 100 }

export function defineQuery(what: string, ask: BenchQuery['run'], bars: Bars = {}): BenchQuery {
  return { name: what, run: ask, ...bars }
}

/**
 * Fetches the tenth page of a list, or the last page of a shorter list. The first call walks through the list
 * to find the cursor of the tenth page, and later calls reuse the cursor.
 */
export function fetchTenthPage(
  page: (cast: QueryFixtures, cursor?: string) => Promise<{ next_cursor: string | null }>,
): BenchQuery['run'] {
  let cursor: Promise<string | undefined> | undefined
  const walk = async (cast: QueryFixtures) => {
    let at: string | undefined
    for (let n = 1; n < 10; n += 1) at = (await page(cast, at)).next_cursor ?? at
    return at
  }
  return async (cast) => page(cast, await (cursor ??= walk(cast)))
}
