import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

const pageSize = 500

/**
 * Streams the rows of a query that has no parameters, with one page of rows in memory at a time. The stream
 * must be consumed within the transaction.
 */
export async function* streamRows<Row>(tx: Tx, name: string, query: RawBuilder<Row>): AsyncGenerator<Row> {
  const cursor = sql.id(name)
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(pageSize)} from ${cursor}`.execute(tx)
    yield* rows
    if (rows.length < pageSize) break
  }
  await sql`close ${cursor}`.execute(tx)
}
