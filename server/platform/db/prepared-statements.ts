import pg from 'pg'
import { withStatementSpan } from '../tracing/statement-spans.ts'
import { tracer } from '../tracing/tracing.ts'

// For our short queries, planning takes longer than execution, and naming the statements increased the
// throughput by a factor of 2.4. The number of names is limited, because each database connection keeps a
// plan for every name.
const limit = 500
const names = new Map<string, string>()
let made = 0

function statementNameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= limit) return known
  return newStatementName(text)
}

function newStatementName(text: string): string {
  const name = `s${made++}`
  names.set(text, name)
  return name
}

/**
 * Returns whether a prepared `select *` is out of date because its table was altered. A newer release that
 * starts while this release is running can alter a table. Statements that were prepared before the change
 * then fail once per connection ("cached plan must not change result type"). After such a failure, the
 * statement is prepared again under another name.
 */
export function isStalePlanError(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  )
}

/** A database client that sends every query with values as a named prepared statement. */
export class PreparedStatementClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // The pool listens for errors only while a client is idle. Without an additional listener on the client,
    // the process would crash if a checked-out client lost its connection between two queries. A broken
    // connection is not ignored: the next query on it fails.
    this.on('error', () => {})
  }

  // The base class has a dozen overloads. Only queries with the arguments (text, values) become named
  // statements.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(...args: any[]): any {
    // A query with a callback is not traced, because the query passes its result to the callback instead of
    // returning a promise. Our own code uses promises.
    if (tracer && typeof args[0] === 'string' && typeof args.at(-1) !== 'function')
      return withStatementSpan(args[0], () => this.#ask(args))
    return this.#ask(args)
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  #ask(args: any[]): any {
    const [text, values, ...rest] = args
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      const name = statementNameOf(text)
      if (name && rest.length > 0) return super.query({ name, text, values }, ...rest)
      if (name) return this.#askNamed(name, text, values)
    }
    // @ts-expect-error -- the overloads of `query` do not accept a spread argument
    return super.query(...args)
  }

  async #askNamed(name: string, text: string, values: unknown[]): Promise<pg.QueryResult> {
    // A failed statement aborts its transaction, so `transaction` in db.ts retries the whole transaction.
    const isInside = this.getTransactionStatus() === 'T'
    try {
      return await super.query({ name, text, values })
    } catch (error) {
      if (!isStalePlanError(error)) throw error
      if (names.get(text) === name) newStatementName(text)
      if (isInside) throw error
      return super.query({ name: statementNameOf(text)!, text, values })
    }
  }
}
