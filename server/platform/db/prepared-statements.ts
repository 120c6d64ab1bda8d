import pg from 'pg'
import { withStatementSpan } from '../tracing/statement-spans.ts'
import { tracer } from '../tracing/tracing.ts'

// Planning costs more than running for our short queries: naming the statements gave 2.4 × the
// throughput. Bounded, because every name holds a plan in each of the server's connections.
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
 * A table was altered while we run (a newer version starts beside us), and this statement, prepared before, answers `select *` of it:
 * PostgreSQL refuses that once on each connection ("cached plan must not change result type"). Under another name it is prepared anew.
 */
export function isStalePlanError(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  )
}

/** A client that sends every query with values as a named, prepared statement. */
export class PreparedStatementClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // The pool listens only while a client is idle. One that is lent out and loses its connection between two queries would
    // end the process: whoever has it learns of it by the next query, which fails.
    this.on('error', () => {})
  }

  // The base class has a dozen overloads; only the (text, values) form is ours to name.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(...args: any[]): any {
    // Who asks with a callback hears of it there; of ours nobody does.
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
    // @ts-expect-error -- the overloads do not take a spread
    return super.query(...args)
  }

  async #askNamed(name: string, text: string, values: unknown[]): Promise<pg.QueryResult> {
    // One that fails in a transaction has undone it: that begins anew as a whole (db.ts).
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
