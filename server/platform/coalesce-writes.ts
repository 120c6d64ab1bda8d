import { isDatabaseUnavailable } from './http/error-responses.ts'

/**
 * Does what many wish of one thing in as few goes as can be: a wish goes at once when nothing of its name is being done, and
 * what comes meanwhile goes together next. So a hundred at once wait for two transactions, on one connection, instead of
 * for each other's hundred. `work` answers in the order of the wishes. Where it fails for several, each is tried alone, so that
 * one that cannot be fulfilled fails by itself; where the database is away, none of them has to wait to hear so.
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
