import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'

/**
 * Searches every table and returns the rows that contain at least one of these strings, ignoring case. The
 * search covers whole rows as text, so it misses no column.
 */
export async function findRowsContaining(marks: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ place: string }>`
    select table_schema || '.' || table_name as place from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  const found: string[] = []
  for (const { place } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(place)} as t
      where exists (select from unnest(${marks}::text[]) as mark where strpos(lower(t::text), lower(mark)) > 0)`.execute(
      db,
    )
    found.push(...rows.map(({ text }) => `${place}: ${text}`))
  }
  return found
}
