import pg from 'pg'

/** Records the SQL statements that this process sends until `stop` is called. */
export function recordStatements(): { statements: Set<string>; stop(): void } {
  const statements = new Set<string>()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [what] = given as [string | { text: string }]
    statements.add(typeof what === 'string' ? what : what.text)
    return Reflect.apply(query as (...all: unknown[]) => unknown, this, given)
  } as typeof query
  return { statements, stop: () => void (pg.Client.prototype.query = query) }
}
