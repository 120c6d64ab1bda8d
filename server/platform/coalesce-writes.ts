import { isDatabaseUnavailable } from './http/error-responses.ts'

/**
 * Combines concurrent writes of the same name into as few calls of `work` as possible. A write runs
 * immediately if none of its name is running; writes that arrive in the meantime run together in the next
 * call. A hundred concurrent writes thus wait for two transactions on one connection instead of queueing for
 * a hundred. `work` returns its results in the order of the writes. If a combined call fails, each write is
 * retried on its own, so that only the faulty one fails; if the database is unavailable, all of them fail at
 * once.
 */
export function coalesceWrites<Wish, Outcome>(work: (name: string, wishes: Wish[]) => Promise<Outcome[]>) {
  interface Waiting {
    wish: Wish
    tell: (outcome: Promise<Outcome>) => void
  }
  const waiting = new Map<string, Waiting[]>()

  async function goOn(name: string): Promise<void> {
    for (;;) {
      const now = waiting.get(name)!
      if (now.length === 0) return void waiting.delete(name)
      waiting.set(name, [])
      await fulfil(name, now)
    }
  }

  async function fulfil(name: string, these: Waiting[]): Promise<void> {
    const outcomes = work(
      name,
      these.map(({ wish }) => wish),
    )
    const isOneOfThem = await outcomes.then(
      () => false,
      (error: unknown) => !isDatabaseUnavailable(error),
    )
    if (isOneOfThem && these.length > 1) for (const one of these) await fulfil(name, [one])
    else for (const [at, { tell }] of these.entries()) tell(outcomes.then((all) => all[at]!))
  }

  return (name: string, wish: Wish): Promise<Outcome> =>
    new Promise<Outcome>((resolve) => {
      const one = { wish, tell: resolve }
      const before = waiting.get(name)
      if (before) return void before.push(one)
      waiting.set(name, [one])
      void goOn(name)
    })
}
