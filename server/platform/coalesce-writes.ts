import { isDatabaseUnavailable } from './http/error-responses.ts'

/**
 * Combines concurrent writes with the same name into as few calls of `work` as possible. A write runs
 * immediately if no write with the same name is running. Writes that arrive while another write is running
 * are combined in the next call. A hundred concurrent writes therefore need only two transactions, one after
 * the other on one connection, instead of a connection each. `work` returns its results in the order of the
 * writes. If a combined call fails, each write is retried separately, so that only the faulty one fails. If
 * the database is unavailable, all writes of the combined call fail.
 */
export function coalesceWrites<Input, Outcome>(work: (name: string, inputs: Input[]) => Promise<Outcome[]>) {
  interface Waiting {
    input: Input
    resolve: (outcome: Promise<Outcome>) => void
  }
  const waiting = new Map<string, Waiting[]>()

  async function drain(name: string): Promise<void> {
    for (;;) {
      const now = waiting.get(name)!
      if (now.length === 0) return void waiting.delete(name)
      waiting.set(name, [])
      await runTogether(name, now)
    }
  }

  async function runTogether(name: string, batch: Waiting[]): Promise<void> {
    const outcomes = work(
      name,
      batch.map(({ input }) => input),
    )
    const isOneInvalid = await outcomes.then(
      () => false,
      (error: unknown) => !isDatabaseUnavailable(error),
    )
    if (isOneInvalid && batch.length > 1) for (const one of batch) await runTogether(name, [one])
    else for (const [at, { resolve }] of batch.entries()) resolve(outcomes.then((all) => all[at]!))
  }

  return (name: string, input: Input): Promise<Outcome> =>
    new Promise<Outcome>((resolve) => {
      const one = { input, resolve }
      const before = waiting.get(name)
      if (before) return void before.push(one)
      waiting.set(name, [one])
      void drain(name)
    })
}
