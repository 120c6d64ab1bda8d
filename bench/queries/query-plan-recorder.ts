import pg from 'pg'

/**
 * An SQL statement, and the query plan that PostgreSQL chose for it in the transaction that ran the
 * statement.
 */
export interface StatementWithPlan {
  text: string
  plan: QueryPlanNode
}

export interface QueryPlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Plan Rows': number
  Plans?: QueryPlanNode[]
}

let planned: StatementWithPlan[] | undefined

/**
 * Runs an EXPLAIN after every statement, on the same connection and with the settings of the same
 * transaction. The EXPLAIN runs the same prepared statement, which may already use a generic plan.
 */
export function enableQueryPlanRecording(): void {
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    // Does not run EXPLAIN for calls with a callback, because only the job queue and live updates pass a
    // callback to `query`, and neither runs list queries.
    const explain = planned && typeof args.at(-1) !== 'function' && explainFor(args)
    const answer = original.apply(this, args)
    if (!explain) return answer
    const plans = planned!
    return (answer as Promise<unknown>).then(async (rows) => {
      const asked = `explain (format json) ${explain.by}`
      const told = (await original.call(this, asked)) as pg.QueryResult
      plans.push({ text: explain.text, plan: told.rows[0]!['QUERY PLAN'][0].Plan })
      return rows
    })
  } as never
}

/** Returns the plans of all statements that `work` sends. */
export async function captureQueryPlans(work: () => Promise<unknown>): Promise<StatementWithPlan[]> {
  planned = []
  try {
    await work()
    return planned
  } finally {
    planned = undefined
  }
}

type Sent = string | { name?: string; text: string; values?: unknown[] }

function explainFor([sent]: unknown[]): { text: string; by: string } | undefined {
  const {
    name,
    text,
    values = [],
  } = typeof sent === 'string' ? { text: sent } : (sent as Exclude<Sent, string>)
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) return undefined
  if (!name) return values.length === 0 ? { text, by: text } : undefined
  const literals = values.map(literal).join(', ')
  return { text, by: `execute ${name}${literals && `(${literals})`}` }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`)
  return pg.escapeLiteral(String(value))
}
