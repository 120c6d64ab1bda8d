import { type Expression, sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'

const rowsPerFetch = 500

/**
 * Streams the rows of a query as a JSON array with one row per line. At most 500 rows are in memory at a
 * time.
 */
export async function* streamRowsAsJson(query: Expression<unknown>): AsyncGenerator<string> {
  const tx = await db.startTransaction().setAccessMode('read only').execute()
  try {
    await sql`declare export no scroll cursor for
      select row_to_json(given)::text as line from (${query}) as given`.execute(tx)
    let before = '[\n'
    for (;;) {
      const { rows } = await sql<{ line: string }>`fetch ${sql.lit(rowsPerFetch)} from export`.execute(tx)
      for (const { line } of rows) {
        yield before + line
        before = ',\n'
      }
      if (rows.length < rowsPerFetch) break
    }
    yield before === '[\n' ? '[]\n' : '\n]\n'
  } finally {
    await tx.rollback().execute()
  }
}
