import type { Cast } from './cast.ts'

/** One thing that somebody asks of the site. */
export interface Question extends Bars {
  what: string
  ask(cast: Cast): Promise<unknown>
}

interface Bars {
  /** The most that its median may grow from the smallest site to the largest. */
  growth?: number
  /** Milliseconds: what nineteen of twenty may take on the largest. */
  p95?: number
  /** A process keeps the answer for a while: asked as if that were over. */
  isKept?: true
}

export const stays: Bars = { growth: 1.5 }
export const quick: Bars = { p95: 100 }

export function asks(what: string, ask: Question['ask'], bars: Bars = {}): Question {
  return { what, ask, ...bars }
}

/** The tenth page of a list, or its last; the way there is walked once. */
export function tenth(
  page: (cast: Cast, cursor?: string) => Promise<{ next_cursor: string | null }>,
): Question['ask'] {
  let cursor: Promise<string | undefined> | undefined
  const walk = async (cast: Cast) => {
    let at: string | undefined
    for (let n = 1; n < 10; n += 1) at = (await page(cast, at)).next_cursor ?? at
    return at
  }
  return async (cast) => page(cast, await (cursor ??= walk(cast)))
}
