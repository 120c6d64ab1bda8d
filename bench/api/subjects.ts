import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'

/** The item that anybody may see and that most people speak about. */
export async function busiest(): Promise<{ id: string }> {
  const { rows } = await sql<{ id: string }>`select content.id from content join profiles using (user_id)
    where visibility = 'public' and moderation = 'approved' and rating = 'all' and stream_status = 'ready' and not is_private
    order by comments_count desc, content.id limit 1`.execute(db)
  return rows[0]!
}
