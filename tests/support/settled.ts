import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'

/** As if they had joined long ago: their reports count in full. */
export async function settled<P extends { id: string }>(...people: P[]): Promise<void> {
  for (const { id } of people)
    await sql`update users set created_at = now() - interval '30 days' where id = ${id}`.execute(db)
}
