import pg from 'pg'

export interface CapturedStatement {
  text: string
  values: unknown[]
}

/**
 * The statement, with its values, that returns the most rows of all that `work` sends. For a list, that is
 * the query of its entries.
 */
export async function captureMainStatement(work: () => Promise<unknown>): Promise<CapturedStatement> {
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const sent: { statement: CapturedStatement; rows: number }[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const answer = original.apply(this, args)
    const [first] = args
    if (typeof first !== 'object' || !first || !('text' in first && 'values' in first)) return answer
    return (answer as Promise<pg.QueryResult>).then((result) => {
      sent.push({ statement: first as CapturedStatement, rows: result.rows.length })
      return result
    })
  } as never
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original as never
  }
  return sent.toSorted((a, b) => b.rows - a.rows)[0]!.statement
}
