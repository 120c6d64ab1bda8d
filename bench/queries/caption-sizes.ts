import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'

/** Prints how many MB the captions, their sentences and the indexes for caption search take up. */
export async function printCaptionSizes(passages: number): Promise<void> {
  const { rows } = await sql<{ what: string; bytes: number }>`
    select what, pg_table_size(name::regclass) as bytes from (values
      ('sentences', 'caption_passages'), ('search index', 'caption_passages_windows'),
      ('index by caption', 'caption_passages_by_caption'), ('captions', 'captions')) listed (what, name)
    union all select 'database', pg_database_size(current_database())`.execute(db)
  const sizes = rows.map(({ what, bytes }) => `${what} ${(bytes / 1024 ** 2).toFixed(1)} MB`)
  console.log(`${passages.toLocaleString('en')} sentences: ${sizes.join(', ')}`)
}
