import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

/** The longest statement with values that `work` sends: of a list, the one that reads it. */
export async function longestSent(work: () => Promise<unknown>): Promise<Statement> {
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const sent: Statement[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    if (typeof first === 'object' && first && 'text' in first && 'values' in first)
      sent.push(first as Statement)
    return original.apply(this, args)
  } as never
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original as never
  }
  return sent.reduce((longest, one) => (one.text.length > longest.text.length ? one : longest))
}
