import pg from 'pg'
import { withStatementSpan } from '../tracing/statement-spans.ts'
import { tracer } from '../tracing/tracing.ts'

/** Timeouts in milliseconds for a statement and for an idle transaction. */
export interface QueryTimeouts {
  statement_timeout: number
  idle_in_transaction_session_timeout: number
}

/**
 * A database client for connections through a pooler in transaction mode, such as PgBouncer. Consecutive
 * transactions of this client can use different connections to PostgreSQL, so the client leaves nothing behind in
 * a session:
 *
 * - Statements have no names. PgBouncer keeps track of prepared statements only since version 1.21.
 * - The timeouts are set in each transaction. PgBouncer rejects connections that send them as startup parameters.
 */
export class PoolerClient extends pg.Client {
  readonly #timeouts: QueryTimeouts

  constructor(config: pg.ClientConfig | undefined, timeouts: QueryTimeouts) {
    super(config)
    this.#timeouts = timeouts
    // See PreparedStatementClient: the pool listens for errors only while a client is idle.
    this.on('error', () => {})
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  override query(...args: any[]): any {
    if (tracer && typeof args[0] === 'string' && typeof args.at(-1) !== 'function')
      return withStatementSpan(args[0], () => this.#ask(args))
    return this.#ask(args)
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  #ask(args: any[]): any {
    const [text, values] = args
    const isPlain = typeof text === 'string' && typeof args.at(-1) !== 'function'
    if (isPlain && this.getTransactionStatus() === 'I') {
      if (beginsTransaction.test(text)) return super.query(`${text}; ${this.#setTimeouts()}`)
      return this.#askWithTimeout(text, values ?? [])
    }
    // @ts-expect-error -- the overloads of `query` do not accept a spread argument
    return super.query(...args)
  }

  #setTimeouts(): string {
    return Object.entries(this.#timeouts)
      .map(([name, value]) => `set local ${name} = ${value}`)
      .join('; ')
  }

  #askWithTimeout(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
    const callback = (error: Error | null, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result)
    const query = { text, values, queryMode: 'extended', callback }
    super.query(
      new StatementWithTimeout(query, this.#timeouts.statement_timeout) as unknown as pg.Submittable,
    )
    return promise
  }
}

const beginsTransaction = /^\s*(begin|start transaction)\b/i

/** The parts of pg's connection and query that `StatementWithTimeout` uses and that pg's types do not declare. */
interface Connection {
  parse(message: { name: string; text: string; types: [] }): void
  bind(message: { portal: string; statement: string; values: [] }): void
  execute(message: { portal: string; rows: number }): void
}
interface ExtendedQuery {
  prepare(connection: Connection): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
const ExtendedQuery = pg.Query as unknown as new (config: object) => ExtendedQuery

/**
 * A statement outside a transaction that sets its timeout first. Both commands are sent at once and run in one
 * implicit transaction, which ends together with the timeout. The client therefore waits for only one round trip.
 */
class StatementWithTimeout extends ExtendedQuery {
  readonly #timeout: number
  #isTimeoutSet = false

  constructor(config: object, timeout: number) {
    super(config)
    this.#timeout = timeout
  }

  override prepare(connection: Connection): void {
    // `set local` would log a warning, because no explicit transaction is open.
    const text = `select set_config('statement_timeout', '${this.#timeout}', true)`
    connection.parse({ name: '', text, types: [] })
    connection.bind({ portal: '', statement: '', values: [] })
    connection.execute({ portal: '', rows: 0 })
    super.prepare(connection)
  }

  override handleDataRow(message: unknown): void {
    if (this.#isTimeoutSet) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isTimeoutSet) super.handleCommandComplete(message, connection)
    this.#isTimeoutSet = true
  }
}
