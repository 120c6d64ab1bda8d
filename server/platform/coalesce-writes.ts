import { isDatabaseUnavailable } from './http/error-responses.ts'

/**
 * Combines concurrent writes with the same name into as few calls of `work` as possible. A write runs
 * immediately if no write with the same name is running. Writes that arrive while another write is running
 * are combined into the next call. A hundred concurrent writes therefore run as two consecutive transactions
 * on one connection, instead of occupying a hundred connections. `work` returns its results in the order of
 * the writes. If a call with several writes fails, each of the writes is retried separately, so that only the
 * invalid write fails. If the database is unavailable, all writes in the call fail.
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
