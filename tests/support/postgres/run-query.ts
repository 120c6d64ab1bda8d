import pg from 'pg'

/** Runs one query in the database of a test site over a separate connection. */
export async function runQuery<R extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<R>(text, values)
  await client.end()
  return rows
}
