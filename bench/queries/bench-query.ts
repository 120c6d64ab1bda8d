import type { QueryFixtures } from './fixtures.ts'

/** One thing that somebody asks of the site. */
export interface BenchQuery extends Bars {
  what: string
  ask(cast: QueryFixtures): Promise<unknown>
}

interface Bars {
  /** The most that its median may grow from the smallest site to the largest. */
  growth?: number
  /** Milliseconds: what nineteen of twenty may take on the largest. */
  p95?: number
  /** A process keeps the answer for a while: asked as if that were over. */
  isKept?: true
}

export const sizeIndependentLimits: Bars = { growth: 1.5 }
export const fastResponseLimits: Bars = { p95: 100 }

export function defineQuery(what: string, ask: BenchQuery['ask'], bars: Bars = {}): BenchQuery {
  return { what, ask, ...bars }
}

/** The tenth page of a list, or its last; the way there is walked once. */
export function fetchTenthPage(
  page: (cast: QueryFixtures, cursor?: string) => Promise<{ next_cursor: string | null }>,
): BenchQuery['ask'] {
  let cursor: Promise<string | undefined> | undefined
  const walk = async (cast: QueryFixtures) => {
    let at: string | undefined
    for (let n = 1; n < 10; n += 1) at = (await page(cast, at)).next_cursor ?? at
    return at
  }
  return async (cast) => page(cast, await (cursor ??= walk(cast)))
}
