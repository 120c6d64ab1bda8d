import pg from 'pg'

export interface CapturedQuery {
  text: string
  values: unknown[]
}

/**
 * Records the SQL statements that `work` sends, and returns the statement with the most result rows and its
 * parameter values. If `work` loads a list, the statement with the most result rows is the query for the
 * list's entries.
 */
export async function captureQueryWithMostRows(work: () => Promise<unknown>): Promise<CapturedQuery> {
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const sent: { statement: CapturedQuery; rows: number }[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const answer = original.apply(this, args)
    const [first] = args
    if (typeof first !== 'object' || !first || !('text' in first && 'values' in first)) return answer
    return (answer as Promise<pg.QueryResult>).then((result) => {
      sent.push({ statement: first as CapturedQuery, rows: result.rows.length })
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
